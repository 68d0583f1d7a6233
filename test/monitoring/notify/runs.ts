import type { DriftTarget } from "../../../src/core/model/drift.ts";
import type { AlertSubject } from "../../../src/core/model/notify.ts";
import type { TargetSubjects } from "../../../src/monitoring/notify/subjects.ts";

export const target: DriftTarget = {
  interface: "shop",
  address: "https://shop.example.org",
  organization: "north",
};

export const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, day, 2)).toISOString();

export const subject = (id: string, severity: AlertSubject["severity"] = "error"): AlertSubject => ({
  id,
  target,
  severity,
  title: `shop (north): field-removed listOrders 200 /items/*/${id}`,
  text: `/items/*/${id} is absent in 40 of 40.\nTo accept it: tripact drift accept ${id}`,
});

const failure: AlertSubject = {
  id: "run",
  target,
  severity: "error",
  title: "shop (north) could not be read",
  text: "no answer",
};

/** A run on a day, with what is open after it and what it found to be gone; `undefined` for one that failed. */
export const run = (
  day: number,
  open: readonly AlertSubject[] | undefined,
  gone: readonly AlertSubject[] = [],
): TargetSubjects => ({
  target,
  at: dayOf(day),
  ...(open === undefined ? { failure } : {}),
  recovery: {
    ...failure,
    severity: "info",
    title: "shop (north) can be read again",
    text: "It could be read.",
  },
  open: open ?? [],
  gone,
});
