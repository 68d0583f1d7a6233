/**
 * `endRun` in a process of its own, to be killed: its arguments are the store, the receiver, the outcome, and the step at
 * which it stops and waits for its end.
 */
import { endRun } from "./end-run.ts";
import { stepsUpTo } from "./steps.ts";

const [path = "", origin = "", outcome = "", stopAt = ""] = process.argv.slice(2);
await endRun(path, origin, outcome, stepsUpTo(stopAt));
