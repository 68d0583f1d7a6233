import type { RequestListener } from "node:http";
import { isInterfacePath } from "./interface-path.ts";
import { createRandom } from "./random.ts";

/** Milliseconds, both included. */
export interface Latency {
  readonly minimum: number;
  readonly maximum: number;
}

/** Lets each request to an interface wait for a time that the seed decides; control and pages answer at once. */
export const withLatency = (
  { minimum, maximum }: Latency,
  seed: number,
): ((listener: RequestListener) => RequestListener) => {
  const random = createRandom(seed, "latency");
  return (listener) => (request, response) => {
    if (!isInterfacePath(request.url ?? "")) return listener(request, response);
    const timer = setTimeout(() => listener(request, response), random.integer(minimum, maximum));
    response.once("close", () => clearTimeout(timer));
  };
};
