import { property } from "./json.ts";

/** When a token answer says that its token was issued and when it expires; NaN where that cannot be read. */
export const momentsOf = (body: unknown): readonly [issued: number, expires: number] => [
  Date.parse(String(property(body, ".issued"))),
  Date.parse(String(property(body, ".expires"))),
];

/** Seconds between the two HTTP-dates of a token answer, or undefined when they cannot be read. */
export const stampedLifetime = (body: unknown): number | undefined => {
  const [issued, expires] = momentsOf(body);
  return Number.isNaN(expires - issued) ? undefined : (expires - issued) / 1000;
};
