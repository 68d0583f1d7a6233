import type { RequestListener } from "node:http";
import { isInterfacePath } from "./interface-path.ts";
import { createRandom, type Random } from "./random.ts";

/** Milliseconds, both included. */
export interface Latency {
  readonly minimum: number;
  readonly maximum: number;
}

/** How long a request waits, in milliseconds. */
export type DrawLatency = (random: Random) => number;

/** Any time within bounds is as likely as any other. */
export const between =
  ({ minimum, maximum }: Latency): DrawLatency =>
  (random) =>
    random.integer(minimum, maximum);

/** Lets each request to an interface wait for a time that the seed decides; control and pages answer at once. */
export const withLatency = (
  draw: DrawLatency,
  seed: number,
): ((listener: RequestListener) => RequestListener) => {
  const random = createRandom(seed, "latency");
  return (listener) => (request, response) => {
    if (!isInterfacePath(request.url ?? "")) return listener(request, response);
    const timer = setTimeout(() => listener(request, response), draw(random));
    response.once("close", () => clearTimeout(timer));
  };
};
