import type { RequestListener } from "node:http";
import { createRandom, type Random } from "../serving/random.ts";

/** Milliseconds, both included. */
export interface Latency {
  readonly minimum: number;
  readonly maximum: number;
}

/** Draws a request's delay, in milliseconds. */
export type DrawLatency = (random: Random) => number;

/** Uniform between both bounds. */
export const between =
  ({ minimum, maximum }: Latency): DrawLatency =>
  (random) =>
    random.integer(minimum, maximum);

/** Delays each request to an interface by a time that depends on the seed; control and pages answer at once. */
export const withLatency = (
  draw: DrawLatency,
  seed: number,
  isInterface: (url: string) => boolean,
): ((listener: RequestListener) => RequestListener) => {
  const random = createRandom(seed, "latency");
  return (listener) => (request, response) => {
    if (!isInterface(request.url ?? "")) return listener(request, response);
    const timer = setTimeout(() => listener(request, response), draw(random));
    response.once("close", () => clearTimeout(timer));
  };
};
