import type { NoteProperty } from "../../contract/scratch-note.ts";

export { noteProperties, wholeNote, type NoteProperty } from "../../contract/scratch-note.ts";

/** The name that each property of a note comes back under, where one is stated. */
export const noteAnswerNames: readonly { readonly request: NoteProperty; readonly answer: string }[] = [
  { request: "type", answer: "type" },
  { request: "note", answer: "note" },
  { request: "noteDateTime", answer: "noteDate" },
  { request: "important", answer: "important" },
  { request: "private", answer: "isPrivate" },
  { request: "timeSpent", answer: "timeSpent" },
];
