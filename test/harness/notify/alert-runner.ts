/**
 * `alertOnDay` in a process of its own, to be killed: its arguments are the store, the receivers, the day, and the step at
 * which it stops and waits for its end.
 */
import { alertOnDay } from "./alert-on-day.ts";
import { stepsUpTo } from "./steps.ts";

const [path = "", origin = "", day = "1", stopAt = ""] = process.argv.slice(2);
await alertOnDay(path, origin, Number(day), stepsUpTo(stopAt));
