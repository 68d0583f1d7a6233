import type { BodyChange } from "./rows.ts";

/** Properties of a note in a body. */
export const notePropertyNames = [
  "type",
  "note",
  "noteDateTime",
  "important",
  "private",
  "timeSpent",
] as const;

/** Today, as YYYY-MM-DD. */
export const today: BodyChange = (_body, _incoming, { now }) => new Date(now()).toISOString().slice(0, 10);
