import type { Models } from "../../../contract/generated/operation-types.ts";
import { notConfigured, refuse, type FieldError, type Refusal } from "../../refusal.ts";
import type { Database } from "../../store/database.ts";
import { findNoteType, noteTypeNames, type NoteInput } from "../../store/crm/notes.ts";

/** The properties of a note as a client may send them; undefined is left out. */
type SentNote = {
  readonly [Name in keyof Models["crm"]["ContactNoteRequest"]]:
    | Models["crm"]["ContactNoteRequest"][Name]
    | undefined;
};

/**
 * A note as it may be stored, or 422: its type is not configured (CRM-11), or its time is less than none.
 * `typeField` is what the request calls the type.
 */
export const readNote = (
  database: Database,
  organizationId: number,
  sent: SentNote,
  typeField = "type",
): NoteInput | Refusal<422> => {
  const typeId = sent.type === undefined ? null : findNoteType(database, organizationId, sent.type);
  const timeSpent = sent.timeSpent ?? null;
  const wrong: FieldError[] = [];
  if (typeId === undefined) {
    wrong.push(
      notConfigured(typeField, "note type", sent.type ?? "", noteTypeNames(database, organizationId)),
    );
  }
  if (timeSpent !== null && timeSpent < 0) {
    wrong.push({ field: "timeSpent", code: "OUT_OF_RANGE", message: "The minutes must not be negative." });
  }
  if (typeId === undefined || wrong.length > 0)
    return refuse(422, "The note is not valid.", { fields: wrong });
  const { note = null, noteDateTime = null, important = null, private: isPrivate = null } = sent;
  return { typeId, note, noteDateTime, important, isPrivate, timeSpent };
};
