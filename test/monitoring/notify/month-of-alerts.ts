import type { NotifySettings } from "../../../src/core/model/notify.ts";
import type { TargetSubjects } from "../../../src/monitoring/notify/subjects.ts";
import { run, subject } from "./runs.ts";

export { dayOf } from "./runs.ts";

const [a, b, c] = ["a", "b", "c"].map((id) => subject(id));

/** What runs show: a is gone on the fourth day, b comes on the second, c is only likely until the fifth. */
export const runOnDay = (day: number): TargetSubjects => {
  if (a === undefined || b === undefined || c === undefined) throw new Error("there are three subjects");
  const open = [
    ...(day < 4 ? [a] : []),
    ...(day >= 2 ? [b] : []),
    day < 5 ? { ...c, severity: "warning" as const } : c,
  ];
  return run(day, open, day >= 4 ? [a] : []);
};

/** What is alerted of by the sixth day. */
export const alertedOf = ["a breaking", "a gone", "b breaking", "c breaking", "c likely"];

export const settingsAt = (origin: string): NotifySettings => ({
  webhook: [{ url: `${origin}/hook`, secret: `whsec_${"A".repeat(43)}=` }],
  slack: [{ url: `${origin}/slack` }],
});
