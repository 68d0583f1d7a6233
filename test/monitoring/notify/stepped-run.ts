/**
 * A run in a process of its own, to be killed. Its arguments are `alert` or `end`, the store, the receivers, the day or the
 * outcome, and the step at which it stops for good; it prints each step.
 */
import { alertOnDay } from "./alert-on-day.ts";
import { endRun } from "./end-run.ts";

const [which, path = "", origin = "", what = "", stopAt] = process.argv.slice(2);

const step = (name: string): void => {
  process.stdout.write(`${name}\n`);
  if (name === stopAt) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

await (which === "alert" ? alertOnDay(path, origin, Number(what), step) : endRun(path, origin, what, step));
