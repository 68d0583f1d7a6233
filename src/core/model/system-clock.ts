import type { Clock } from "./clock.ts";
import { waitFor } from "./wait.ts";

/** Never goes back: while the wall clock is behind, it follows the monotonic one. Both in milliseconds. */
export const steadyClock = (wall: () => number, monotonic: () => number): (() => number) => {
  let [said, at] = [wall(), monotonic()];
  return () => {
    const moment = monotonic();
    said = Math.max(wall(), said + moment - at);
    at = moment;
    return said;
  };
};

const now = steadyClock(
  () => Date.now(),
  () => performance.now(),
);

/** The machine's time, which never goes back within this process. */
export const systemClock: Clock = {
  now: () => Math.floor(now()),
  sleep: (ms, signal) => waitFor(ms, { signal }),
};
