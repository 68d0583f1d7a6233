import type { Acceptance } from "../../core/model/drift.ts";
import type { Row } from "../../core/store/database.ts";
import { type NewRow, optionalText, textColumnOf } from "../../core/store/rows.ts";

export const acceptanceRow = ({ at, until, by, note }: Acceptance): NewRow => ({
  accepted_at: at,
  until_day: until ?? null,
  accepted_by: by ?? null,
  note: note ?? null,
});

export const acceptanceIn = (row: Row): Acceptance => ({
  at: textColumnOf(row, "accepted_at"),
  ...optionalText(row, "until_day", "until"),
  ...optionalText(row, "accepted_by", "by"),
  ...optionalText(row, "note", "note"),
});
