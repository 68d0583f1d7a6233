import { utcDate } from "../../../moment.ts";
import type { Change } from "./rows.ts";

/** Properties of a note in a body. */
export const noteProperties = ["type", "note", "noteDateTime", "important", "private", "timeSpent"] as const;

/** Today, as YYYY-MM-DD. */
export const today: Change = (_body, _incoming, { now }) => utcDate(now());
