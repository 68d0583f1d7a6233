import { wholeNote } from "../../../src/contract/scratch-note.ts";
import type { ActiveExamples } from "../kit/example.ts";

const { note } = wholeNote("Call");
const answer = { id: 1, type: "Call", note, noteDate: "2020-02-29", important: true };

const changedNote =
  'Changed by a conformance run: 5 € & a café, "quoted", and long enough for a column, and long enough for a column, and long enough for a column, to see.';

export const examples: ActiveExamples = {
  pass: {
    whole: { body: answer },
    changed: { body: { ...answer, note: changedNote, important: false } },
    "put back": { body: answer },
  },
  otherwise: {
    "a note has no more properties than its model": { whole: { body: { ...answer, timeSpent: 15 } } },
    "a note has no reminder": { whole: { body: { ...answer, reminder: null } } },
  },
  fails: {
    "CRM-26: A replacement gets 204 without a body": { whole: 204 },
    "CRM-26: The answer says only that it worked": { "put back": { body: true } },
    "CRM-26 /note: The answer is the note as it was before": { changed: { body: answer } },
    "CRM-26 /noteDate: The day of the interaction becomes the day of the call": {
      whole: { "/noteDate": "2025-03-01" },
    },
  },
};
