import { integerInPath, type AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Answer, Context, ParsedRequest } from "../../../pipeline/endpoint.ts";
import { isRefusal, refuse, type Refusal } from "../../../refusal.ts";
import { findContact } from "../../../store/crm/contacts.ts";
import { addNote, findNote, notes, type Note } from "../../../store/crm/notes.ts";
import { authorOf } from "../author.ts";
import { readNote } from "../note-input.ts";
import { viewerOf } from "../viewer.ts";
import { noteView, storedNoteView } from "../views/note-view.ts";
import { readFields } from "./fields.ts";
import { idIn, whenKnown } from "./when-known.ts";

const create = ({ body }: ParsedRequest, context: Context): Answer | Refusal => {
  const { database, caller, clock, emit } = context;
  const sent = readFields(body, (fields) => {
    const contactId = fields.whole("contactId");
    if (
      fields.anything("contactId") !== undefined &&
      findContact(database, viewerOf(caller), contactId) === undefined
    ) {
      fields.wrong("contactId", "NOT_FOUND", "There is no such contact.");
    }
    return {
      contactId,
      type: fields.text("type"),
      note: fields.optionalText("note") ?? undefined,
      noteDateTime: fields.optionalMoment("noteDateTime") ?? undefined,
      important: fields.flag("important", false),
      private: fields.flag("private", false),
      timeSpent: fields.optionalWhole("timeSpent") ?? undefined,
    };
  });
  if (isRefusal(sent)) return sent;
  const note = readNote(database, caller.organizationId, sent);
  if (isRefusal(note)) return note;
  const { contactId } = sent;
  const id = addNote(database, caller.organizationId, {
    ...note,
    contactId,
    at: clock.now(),
    by: authorOf(context),
  });
  const view = storedNoteView(id, context);
  emit("contactNoteCreate", { contactNote: view });
  return { status: 200, body: view };
};

const read = (request: ParsedRequest, context: Context): Answer | Refusal => {
  const note = known(request, context);
  if (note === undefined) return noNote();
  const { timeSpent } = note;
  return { status: 200, body: { ...noteView(note, context), ...(timeSpent === null ? {} : { timeSpent }) } };
};

const remove = (request: ParsedRequest, context: Context): Answer | Refusal => {
  const { database, emit } = context;
  const note = known(request, context);
  if (note === undefined) return noNote();
  const contactNote = noteView(note, context);
  notes.remove(database, note.id);
  emit("contactNoteDelete", { contactNote });
  return { status: 204 };
};

const known = (request: ParsedRequest, { database, caller }: Context): Note | undefined =>
  findNote(database, viewerOf(caller), idIn(request, "noteId"));

const noNote = (): Refusal => refuse(404, "There is no such note.");

const path = "/api/ContactNote/{noteId}";
const parameters = [integerInPath("noteId")];
const permission = "contactNote.write";

/** Creating, reading and deleting notes. Reading shows timeSpent too, which the stated answer lacks. */
export const noteEndpoints: readonly AssumedEndpoint[] = [
  whenKnown("U-07", {
    id: "createContactNote",
    method: "POST",
    path: "/api/ContactNote",
    permission,
    readsBody: true,
    respond: create,
  }),
  whenKnown("U-07", {
    id: "getContactNote",
    method: "GET",
    path,
    permission: "contact.read",
    parameters,
    respond: read,
  }),
  whenKnown("U-07", {
    id: "deleteContactNote",
    method: "DELETE",
    path,
    permission,
    parameters,
    respond: remove,
  }),
];
