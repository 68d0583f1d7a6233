import type { ChangeTrackerState } from "./change-tracker.ts";
import { isUsualFor } from "./kinds.ts";
import { driftFingerprint, type Subject } from "./subject.ts";

/** Whether a change's state has always been usual at a target: part of its history, without an open change there. */
export const isUsualIn = ({ history, changes }: ChangeTrackerState, subject: Subject): boolean => {
  const own = changes.get(driftFingerprint(subject));
  return (own === undefined || own.state === "accepted") && isUsualFor(history, subject);
};
