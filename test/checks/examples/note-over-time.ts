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
  passes: [
    {
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
        "3 unknown-type: a note of an unknown type, to be refused": { status: 422 },
        "4 unknown-type: a note of its type alone": { body: bare },
        "5 without: a replacement without note": { body: { ...replaced, note: "" } },
        "6 malformed: malformed JSON, to be refused": { status: 400 },
        "7 malformed: a note of its type alone": { body: bare },
        "8 no-key: a replacement with no credential": { status: 401 },
        "9 no-key: a note of its type alone": { body: bare },
        "10 limited-key: a replacement with limitedApiKey": { status: 403 },
        // Which properties are required is not stated.
        "11 limited-key: a note of its type alone": { status: 422 },
        "12 again: the same replacement again": { body: bare },
        "13 whole: another whole note": { body: replaced },
        // Which of two that overlap is stored last is not stated.
        "14 two-at-once: one of two replacements at once": { body: replaced },
        "15 two-at-once: the other one": { body: replaced },
      },
    },
  ],
  otherwise: [
    {
      assumes: "a note may be without its text",
      answers: { "5 without: a replacement without note": { status: 422 } },
    },
    {
      assumes: "of two at once the last one is stored",
      answers: {
        "14 two-at-once: one of two replacements at once": { body: { ...replaced, noteDate: "2021-03-05" } },
      },
    },
  ],
  fails: [
    {
      what: "The answer is the note before",
      blames: "CRM-26",
      answers: { "2 whole: another whole note": { body: begun } },
      pointer: "/note",
    },
    {
      what: "The text of a refused note comes with the next replacement",
      blames: "CRM-27",
      answers: { "4 unknown-type: a note of its type alone": { body: { ...bare, note: replaced.note } } },
      pointer: "/note",
    },
    {
      what: "The note becomes private later",
      blames: "CRM-10",
      answers: { "13 whole: another whole note": { changes: { "/isPrivate": true } } },
      pointer: "/isPrivate",
    },
    {
      what: "A type that is not configured is taken",
      blames: "CRM-11",
      answers: {
        "3 unknown-type: a note of an unknown type, to be refused": { status: 200, body: replaced },
      },
    },
    {
      what: "Malformed JSON gets 200 after a refusal",
      blames: "CRM-45",
      answers: { "6 malformed: malformed JSON, to be refused": { status: 200 } },
    },
    {
      what: "A request without a credential is taken after one with a key",
      blames: "CRM-30",
      answers: { "8 no-key: a replacement with no credential": { status: 200, body: replaced } },
    },
    {
      what: "A limited key may write after another one has written",
      blames: "CRM-39",
      answers: { "10 limited-key: a replacement with limitedApiKey": { status: 200, body: replaced } },
    },
    {
      what: "Two replacements that overlap are mixed",
      blames: "CRM-26",
      answers: { "15 two-at-once: the other one": { changes: { "/noteDate": "2021-03-09" } } },
      pointer: "/noteDate",
    },
  ],
};
