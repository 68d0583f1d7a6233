import type { Handler } from "../../pipeline/handler.ts";
import { isRefusal, refuse } from "../../refusal.ts";
import { findNote, replaceNote } from "../../store/crm/notes.ts";
import { authorOf } from "./author.ts";
import { readNote } from "./note-input.ts";
import { viewerOf } from "./viewer.ts";
import { storedNoteView } from "./views/note-view.ts";

/** Replaces a note whole: what the body does not mention is gone (CRM-26, CRM-27). Its reminder is no part of it. */
export const replaceContactNote: Handler<"replaceContactNote"> = ({ path, body }, context) => {
  const { database, caller, clock, emit } = context;
  const { organizationId } = caller;
  const known = findNote(database, viewerOf(caller), path.noteId);
  if (known === undefined) return refuse(404, "There is no such note.");
  const note = readNote(database, organizationId, body);
  if (isRefusal(note)) return note;
  replaceNote(database, organizationId, known.id, { ...note, at: clock.now(), by: authorOf(context) });
  const view = storedNoteView(known.id, context);
  emit("contactNoteUpdate", { contactNote: view });
  return { status: 200, body: view };
};
