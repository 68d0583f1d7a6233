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

/** The cause of a property that a replacement leaves out and that is there all the same, whichever check sees it. */
export const stayed = (answer: string, request: string) => ({
  what: "properties of a note stay after a replacement without them",
  item: answer === request ? answer : `${answer} (sent as ${request})`,
});
