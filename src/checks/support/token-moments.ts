import { property } from "./json.ts";

/** When a token was issued and when it expires according to its answer; NaN if unreadable. */
export const momentsOf = (body: unknown): readonly [issued: number, expires: number] => [
  Date.parse(String(property(body, ".issued"))),
  Date.parse(String(property(body, ".expires"))),
];

/** Seconds between the two HTTP-dates of a token answer; undefined if they cannot be read. */
export const stampedLifetime = (body: unknown): number | undefined => {
  const [issued, expires] = momentsOf(body);
  return Number.isNaN(expires - issued) ? undefined : (expires - issued) / 1000;
};
