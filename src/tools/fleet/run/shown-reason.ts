import { UsageError } from "../../../harness/model/usage-error.ts";
import { isOutage } from "../database/outage.ts";

/** A reason that may be kept and shown: messages of the program's own, no other ones, which may quote data. */
export const shownReason = (error: unknown): string => {
  if (error instanceof UsageError) return error.line;
  if (isOutage(error)) return "the database could not be reached";
  return `this is a bug (${error instanceof Error ? error.name : "unknown"})`;
};
