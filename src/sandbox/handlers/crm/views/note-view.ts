import type { Models } from "../../../../contract/generated/operation-types.ts";
import type { Assumptions } from "../../../assumptions/assumptions.ts";
import type { Context } from "../../../pipeline/endpoint.ts";
import { findContact } from "../../../store/crm/contacts.ts";
import { findNote, type Note } from "../../../store/crm/notes.ts";
import { reminderOf } from "../../../store/crm/reminders.ts";
import { viewerOf } from "../viewer.ts";
import { userAvatarLink } from "./links.ts";
import { utcDateTime } from "../../../moment.ts";
import { reminderView } from "./reminder-view.ts";

type View = Models["crm"]["ContactNote"];

/** A note as answered, with its reminder if any (CRM-08). */
export const noteView = (note: Note, context: Context): View => {
  const { database, baseUrl, assumptions, caller } = context;
  const reminder = reminderOf(database, note.id);
  const contact =
    reminder === undefined ? undefined : findContact(database, viewerOf(caller), note.contactId);
  // A property that the last replacement omitted may be missing or null, which the OpenAPI documents do not allow
  // (CRM-27).
  return {
    id: note.id,
    contactId: note.contactId,
    createDateTimeUtc: utcDateTime(note.createdAt),
    createdByUser: note.createdBy,
    modifiedDateTimeUtc: utcDateTime(note.modifiedAt),
    modifiedByUser: note.modifiedBy,
    ...sentProperties(note, assumptions),
    createdByAvatarUrl: userAvatarLink(baseUrl, note.createdBy),
    ...(reminder === undefined || contact === undefined
      ? {}
      : { reminder: reminderView(reminder, contact, context) }),
  } as View;
};

/** A note that has just been stored. */
export const storedNoteView = (id: number, context: Context): View => {
  const note = findNote(context.database, viewerOf(context.caller), id);
  if (note === undefined) throw new Error(`note ${id} is gone in the transaction that stored it`);
  return noteView(note, context);
};

/** Sent properties under their names in answers; omitted ones as `removedNoteProperties` says. */
const sentProperties = (note: Note, assumptions: Assumptions): Record<string, unknown> => {
  const form = assumptions["removedNoteProperties"];
  const text = (name: string, value: string | null): Record<string, unknown> => {
    if (value !== null || form === "null") return { [name]: value };
    return form === "absent" ? {} : { [name]: "" };
  };
  const flag = (name: string, value: boolean | null): Record<string, unknown> =>
    value === null && form === "absent" ? {} : { [name]: value ?? false };
  return {
    ...text("noteDate", note.noteDateTime?.slice(0, "YYYY-MM-DD".length) ?? null),
    ...text("type", note.type),
    ...text("note", note.note),
    ...flag("important", note.important),
    ...flag("isPrivate", note.isPrivate),
  };
};
