import type { Models } from "../../../../builtin/generated/operation-types.ts";
import type { EndpointContext } from "../../../pipeline/endpoint.ts";
import type { Handler } from "../../../pipeline/handler.ts";
import { isRefusal, notConfigured, refuse, type FieldError, type SandboxRefusal } from "../../../refusal.ts";
import { findContact, findContactByMethod } from "../../../store/crm/contacts.ts";
import {
  addNote,
  findNote,
  findNoteType,
  notes,
  noteTypeNames,
  replaceNote,
  type Note,
  type NoteInput,
} from "../../../store/crm/notes.ts";
import { reminderOf } from "../../../store/crm/reminders.ts";
import { authorOf, viewerOf } from "./caller.ts";
import { readMoment, utcDate, utcDateTime } from "../../../moment.ts";
import { createReader, createView, notFound, refused } from "./fields.ts";
import { userAvatarLink } from "./views/links.ts";
import { reminderView } from "./views/reminder-view.ts";

type View = Models["crm"]["ContactNote"];

const ownView = createView<View>(notes);

/** A note as answered, with its reminder if any (CRM-08). */
const noteView = (note: Note, context: EndpointContext): View => {
  const { database, baseUrl, assumptions, caller } = context;
  const reminder = reminderOf(database, note.id);
  const contact =
    reminder === undefined ? undefined : findContact(database, viewerOf(caller), note.contactId);
  return {
    ...ownView({ ...note, noteDateTime: dateOf(note.noteDateTime), typeId: note.type }, assumptions),
    createdByAvatarUrl: userAvatarLink(baseUrl, note.createdBy),
    ...(reminder === undefined || contact === undefined
      ? {}
      : { reminder: reminderView(reminder, contact, context) }),
  };
};

const dateOf = (moment: string | null): string | null => moment && utcDate(readMoment(moment));

const storedNoteView = (id: number, context: EndpointContext): View => {
  const note = findNote(context.database, viewerOf(context.caller), id);
  if (note === undefined) throw new Error(`note ${id} is gone in the transaction that stored it`);
  return noteView(note, context);
};

/** The properties of a note in a body; null means omitted. */
type SentNote = {
  readonly [Name in keyof Models["crm"]["ContactNoteRequest"]]:
    | Models["crm"]["ContactNoteRequest"][Name]
    | null
    | undefined;
};

/**
 * A note to store, or 422: its type is not configured (CRM-11), or its time spent is negative. `typeField` is the
 * request's name for the type.
 */
export const readNote = (
  sent: SentNote,
  context: EndpointContext,
  typeField = "type",
): NoteInput | SandboxRefusal<422> => {
  const { type = null } = sent;
  const { database, caller } = context;
  const { organizationId } = caller;
  const written = createReader(context).read<Omit<NoteInput, "typeId">>(notes, sent);
  const typeId = type === null ? null : findNoteType(database, organizationId, type);
  const wrong: FieldError[] = [];
  if (typeId === undefined) {
    const names = noteTypeNames(database, organizationId);
    wrong.push(notConfigured(typeField, "note type", type ?? "", names));
  }
  if ((written.timeSpent ?? 0) < 0)
    wrong.push({ field: "timeSpent", code: "OUT_OF_RANGE", message: "The minutes must not be negative." });
  if (typeId === undefined || wrong.length > 0)
    return refuse(422, "The note is not valid.", { fields: wrong });
  return { ...written, typeId };
};

/** Stores a note that the caller writes now on a contact, and returns its view. */
export const writeNote = (
  contactId: number,
  note: NoteInput,
  context: EndpointContext,
): Models["crm"]["ContactNote"] => {
  const { database, caller, clock, emit } = context;
  const written = { ...note, contactId, at: clock.now(), by: authorOf(context) };
  const view = storedNoteView(addNote(database, caller.organizationId, written), context);
  emit("contactNoteCreate", { contactNote: view });
  return view;
};

/** Replaces a whole note: properties that the body omits are cleared (CRM-26, CRM-27). Its reminder stays. */
export const replaceContactNote: Handler<"replaceContactNote"> = ({ path, body }, context) => {
  const { database, caller, clock, emit } = context;
  const viewer = viewerOf(caller);
  const sent = readNote(body, context);
  if (isRefusal(sent)) return findNote(database, viewer, path.noteId) === undefined ? noNote() : sent;
  const note = replaceNote(database, viewer, path.noteId, {
    ...sent,
    type: body.type ?? null,
    at: clock.now(),
    by: authorOf(context),
  });
  if (note === undefined) return noNote();
  const view = noteView(note, context);
  emit("contactNoteUpdate", { contactNote: view });
  return { status: 200, body: view };
};

/** Adds a note to a contact, of now unless it says otherwise (U-07). */
export const createContactNote: Handler<"createContactNote"> = ({ body }, context) => {
  const { contactId } = body;
  const noteDateTime = body.noteDateTime ?? utcDateTime(context.clock.now());
  if (findContact(context.database, viewerOf(context.caller), contactId) === undefined)
    return refused([notFound("contactId", "contact")]);
  const flags = { important: body.important ?? false, private: body.private ?? false };
  const note = readNote({ ...body, noteDateTime, ...flags }, context);
  return isRefusal(note) ? note : { status: 200, body: writeNote(contactId, note, context) };
};

/** Also shows timeSpent, which the stated answer lacks (U-07). */
export const getContactNote: Handler<"getContactNote"> = ({ path }, context) => {
  const note = findNote(context.database, viewerOf(context.caller), path.noteId);
  if (note === undefined) return noNote();
  const { timeSpent } = note;
  return { status: 200, body: { ...noteView(note, context), ...(timeSpent === null ? {} : { timeSpent }) } };
};

export const deleteContactNote: Handler<"deleteContactNote"> = ({ path }, context) => {
  const { database, caller, emit } = context;
  const note = findNote(database, viewerOf(caller), path.noteId);
  if (note === undefined) return noNote();
  const contactNote = noteView(note, context);
  notes.remove(database, note.id);
  emit("contactNoteDelete", { contactNote });
  return { status: 204 };
};

const noNote = (): SandboxRefusal<404> => refuse(404, "There is no such note.");

/** The organization's types by their names in camel case. */
export const listContactNoteTypes: Handler<"listContactNoteTypes"> = (_request, { database, caller }) => ({
  status: 200,
  body: Object.fromEntries(
    noteTypeNames(database, caller.organizationId).map((name) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      name,
    ]),
  ),
});

/** Keeps an e-mail as a note on the contact that either address belongs to. */
export const createNoteFromEmail: Handler<"createNoteFromEmail"> = ({ body }, context) => {
  const { database, caller, clock } = context;
  const viewer = viewerOf(caller);
  const contact = [body.fromEmail, body.toEmail]
    .map((address) => findContactByMethod(database, viewer, address ?? ""))
    .find((found) => found !== undefined);
  if (contact === undefined) return refused([notFound("fromEmail", "contact")]);
  const names = noteTypeNames(database, caller.organizationId);
  const type = names.find((name) => /mail/i.test(name)) ?? names[0] ?? null;
  const text = [body.subject, body.body]
    .filter((part) => typeof part === "string" && part !== "")
    .join("\n\n");
  const flags = { important: false, private: false };
  const note = readNote({ type, note: text, noteDateTime: utcDateTime(clock.now()), ...flags }, context);
  return isRefusal(note) ? note : { status: 200, body: writeNote(contact.id, note, context) };
};
