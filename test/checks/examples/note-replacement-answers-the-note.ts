import { wholeNote } from "../../../src/contract/scratch-note.ts";
import type { ActiveExamples } from "../kit/example.ts";

const { note } = wholeNote("Call");
const answer = { id: 1, type: "Call", note, noteDate: "2020-02-29", important: true };

const changedNote =
  'Changed by a conformance run: 5 € & a café, "quoted", and long enough for a column, and long enough for a column, and long enough for a column, to see.';

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        whole: { body: answer },
        changed: { body: { ...answer, note: changedNote, important: false } },
        "put back": { body: answer },
      },
    },
  ],
  otherwise: [
    {
      assumes: "a note has no more properties than its model",
      answers: { whole: { body: { ...answer, timeSpent: 15 } } },
    },
    { assumes: "a note has no reminder", answers: { whole: { body: { ...answer, reminder: null } } } },
  ],
  fails: [
    { what: "A replacement gets 204 without a body", blames: "CRM-26", answers: { whole: { status: 204 } } },
    {
      what: "The answer says only that it worked",
      blames: "CRM-26",
      answers: { "put back": { changes: { "": true } } },
    },
    {
      what: "The answer is the note as it was before",
      blames: "CRM-26",
      answers: { changed: { body: answer } },
      pointer: "/note",
    },
    {
      what: "The day of the interaction becomes the day of the call",
      blames: "CRM-26",
      answers: { whole: { changes: { "/noteDate": "2025-03-01" } } },
      pointer: "/noteDate",
    },
  ],
};
