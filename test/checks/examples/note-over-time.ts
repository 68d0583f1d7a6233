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
const content = { text: 3, day: 4, important: false, private: false };
const replaced = {
  ...begun,
  note: "Text 3 of a conformance run.",
  noteDate: "2021-03-04",
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
      ["whole", content],
      ["unknown-type", [content, true]],
      ["without", [content, ["note"]]],
      ["malformed", true],
      ["no-key", true],
      ["limited-key", true],
      ["again"],
      ["whole", content],
      ["two-at-once", [content, { ...content, day: 5 }]],
    ]),
    answers: {
      "1 begin: a whole note": { body: begun },
      "2 whole: another whole note": { body: replaced },
      "3 unknown-type: a note of an unknown type, to be refused": 422,
      "4 unknown-type: a note of its type alone": { body: bare },
      "5 without: a replacement without note": { body: { ...replaced, note: "" } },
      "6 malformed: malformed JSON, to be refused": 400,
      "7 malformed: a note of its type alone": { body: bare },
      "8 no-key: a replacement with no credential": 401,
      "9 no-key: a note of its type alone": { body: bare },
      "10 limited-key: a replacement with limitedApiKey": 403,
      // Which properties are required is not stated.
      "11 limited-key: a note of its type alone": 422,
      "12 again: the same replacement again": { body: bare },
      "13 whole: another whole note": { body: replaced },
      // Which of two that overlap is stored last is not stated.
      "14 two-at-once: one of two replacements at once": { body: replaced },
      "15 two-at-once: the other one": { body: replaced },
    },
  },
  otherwise: {
    "a note may be without its text": { "5 without: a replacement without note": 422 },
    "of two at once the last one is stored": {
      "14 two-at-once: one of two replacements at once": { body: { ...replaced, noteDate: "2021-03-05" } },
    },
  },
  fails: {
    "CRM-26 /note: The answer is the note before": { "2 whole: another whole note": { body: begun } },
    "CRM-27 /note: The text of a refused note comes with the next replacement": {
      "4 unknown-type: a note of its type alone": { body: { ...bare, note: replaced.note } },
    },
    "CRM-10 /isPrivate: The note becomes private later": {
      "13 whole: another whole note": { "/isPrivate": true },
    },
    "CRM-11: A type that is not configured is taken": {
      "3 unknown-type: a note of an unknown type, to be refused": { status: 200, body: replaced },
    },
    "CRM-45: Malformed JSON gets 200 after a refusal": { "6 malformed: malformed JSON, to be refused": 200 },
    "CRM-30: A request without a credential is taken after one with a key": {
      "8 no-key: a replacement with no credential": { status: 200, body: replaced },
    },
    "CRM-39: A limited key may write after another one has written": {
      "10 limited-key: a replacement with limitedApiKey": { status: 200, body: replaced },
    },
    "CRM-26 /noteDate: Two replacements that overlap are mixed": {
      "15 two-at-once: the other one": { "/noteDate": "2021-03-09" },
    },
  },
};
