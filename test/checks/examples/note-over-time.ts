import { wholeNote } from "../../../src/contract/scratch-note.ts";
import type { ActiveExamples } from "../kit/example.ts";

const { note } = wholeNote("Call");
const begun = {
  id: 1,
  contactId: 5,
  type: "Call",
  note,
  noteDate: "2020-02-29",
  important: true,
  isPrivate: true,
};
// Marked 28: on the first of March, neither important nor private.
const replaced = {
  ...begun,
  note: "Conformance run 28",
  noteDate: "2021-03-01",
  important: false,
  isPrivate: false,
};
const bare = {
  id: 1,
  contactId: 5,
  type: "Call",
  note: "",
  noteDate: null,
  important: false,
  isPrivate: false,
};

export const examples: ActiveExamples = {
  pass: {
    replay: JSON.stringify([
      ["write", [28, 0]],
      ["invalid", [28, 1]],
      ["without", [[28, ["note"]], 0]],
      ["malformed", [null, 1]],
      ["refused", [[28, "no credential"], 1]],
      ["refused", [[28, "limitedApiKey"], 1]],
      ["again", [null, 0]],
      ["write", [28, 0]],
      ["two-at-once", [[28, 32], 0]],
    ]),
    answers: {
      "1 begin: the declared note": { body: begun },
      "2 write: a note marked 28": { body: replaced },
      "3 invalid: an invalid note": 422,
      "4 invalid: a note of its type alone": { body: bare },
      "5 without: a note without note": { body: { ...replaced, note: "" } },
      "6 malformed: a malformed note": 400,
      "7 malformed: a note of its type alone": { body: bare },
      "8 refused: a note marked 28 with no credential, to be refused": 401,
      "9 refused: a note of its type alone": { body: bare },
      "10 refused: a note marked 28 with limitedApiKey, to be refused": 403,
      // Which properties are required is not stated.
      "11 refused: a note of its type alone": 422,
      "12 again: the same note again": { body: bare },
      "13 write: a note marked 28": { body: replaced },
      // Which of two that overlap is stored last is not stated.
      "14 two-at-once: one of two notes at once, marked 28,": { body: replaced },
      "15 two-at-once: the other one, marked 32,": { body: replaced },
    },
  },
  otherwise: {
    "a note may be without its text": { "5 without: a note without note": 422 },
    "of two at once the last one is stored": {
      "14 two-at-once: one of two notes at once, marked 28,": {
        body: { ...replaced, note: "Conformance run 32", noteDate: "2021-03-05" },
      },
    },
  },
  fails: {
    "CRM-26 /note: The answer is the note before": { "2 write: a note marked 28": { body: begun } },
    "CRM-27 /note: The text of a refused note comes with the next replacement": {
      "4 invalid: a note of its type alone": { body: { ...bare, note: replaced.note } },
    },
    "CRM-10 /isPrivate: The note becomes private later": {
      "13 write: a note marked 28": { "/isPrivate": true },
    },
    "CRM-11: A type that is not configured is taken": {
      "3 invalid: an invalid note": { status: 200, body: replaced },
    },
    "CRM-45: Malformed JSON gets 200 after a refusal": { "6 malformed: a malformed note": 200 },
    "CRM-30: A request without a credential is taken after one with a key": {
      "8 refused: a note marked 28 with no credential, to be refused": { status: 200, body: replaced },
    },
    "CRM-39: A limited key may write after another one has written": {
      "10 refused: a note marked 28 with limitedApiKey, to be refused": { status: 200, body: replaced },
    },
    "CRM-26 /noteDate: Two replacements that overlap are mixed": {
      "15 two-at-once: the other one, marked 32,": { "/noteDate": "2021-03-09" },
    },
  },
};
