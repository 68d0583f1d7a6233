import type { ChangeTrackerState } from "./change-tracker.ts";
import { isUsualFor } from "./kinds.ts";
import { driftFingerprint, type Subject } from "./subject.ts";

/**
 * Whether what a change shows has been usual at a target for as long as it is known: it is part of its history, and no
 * change of its own is open there.
 */
export const isUsualIn = ({ history, changes }: ChangeTrackerState, subject: Subject): boolean => {
  const own = changes.get(driftFingerprint(subject));
  return (own === undefined || own.state === "accepted") && isUsualFor(history, subject);
};
