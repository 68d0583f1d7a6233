import { UsageError } from "../../../core/model/usage-error.ts";
import { isOutage } from "../database/outage.ts";

/** A reason that may be stored and shown: only the program's own messages, since others may quote data. */
export const shownReason = (error: unknown): string => {
  if (error instanceof UsageError) return error.line;
  if (isOutage(error)) return "the database could not be reached";
  return `this is a bug (${error instanceof Error ? error.name : "unknown"})`;
};
