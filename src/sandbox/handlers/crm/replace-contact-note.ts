import type { Handler } from "../../pipeline/handler.ts";
import { isRefusal, refuse, type Refusal } from "../../refusal.ts";
import { findNote, replaceNote } from "../../store/crm/notes.ts";
import { authorOf } from "./author.ts";
import { readNote } from "./note-input.ts";
import { viewerOf } from "./viewer.ts";
import { noteView } from "./views/note-view.ts";

/** Replaces a note whole: what the body does not mention is gone (CRM-26, CRM-27). Its reminder is no part of it. */
export const replaceContactNote: Handler<"replaceContactNote"> = ({ path, body }, context) => {
  const { database, caller, clock, emit } = context;
  const viewer = viewerOf(caller);
  const sent = readNote(database, caller.organizationId, body);
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

const noNote = (): Refusal<404> => refuse(404, "There is no such note.");
