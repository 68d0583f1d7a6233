import { wholeNote } from "../../../../src/builtin/scratch-note.ts";
import type { ActiveExamples, AnswerExample, Family } from "../../kit/example.ts";

interface Updated {
  readonly kind: "group" | "project";
  readonly fact: string;
}

const shownRecord = (name: string): AnswerExample => ({ body: { data: { id: 1, name } } });

/** The examples of a record that is updated over time. */
const updateExamples = (
  { kind, fact }: Updated,
  more: { readonly alsoPasses?: ActiveExamples["alsoPasses"]; readonly fails?: ActiveExamples["fails"] } = {},
): ActiveExamples => {
  const settings = {
    [`volunteer.scratch.update${kind === "group" ? "Group" : "Project"}`]: { name: "Scratch" },
  };
  const kept = shownRecord("Conformance run 7");
  return {
    pass: {
      settings,
      replay: JSON.stringify([
        ["write", [7, 0]],
        ["refused", [[8, "no credential"], 0]],
        ["refused", [[9, "limitedToken"], 0]],
        ["again", [null, 0]],
        ["two-at-once", [[3, 4], 0]],
      ]),
      answers: {
        [`1 begin: the declared ${kind}`]: 204,
        [`2 write: a ${kind} marked 7`]: kept,
        "3 write: read back": kept,
        [`4 refused: a ${kind} marked 8 with no credential, to be refused`]: 401,
        "5 refused: read back": kept,
        [`6 refused: a ${kind} marked 9 with limitedToken, to be refused`]: 403,
        "7 refused: read back": kept,
        [`8 again: the same ${kind} again`]: 204,
        "9 again: read back": kept,
        [`10 two-at-once: one of two ${kind}s at once, marked 3,`]: 204,
        "11 two-at-once: the other one, marked 4,": 204,
        "12 two-at-once: read back": shownRecord("Conformance run 3"),
      },
    },
    alsoPasses: more.alsoPasses ?? [],
    otherwise: {
      "an update is answered with the record": {
        [`2 write: a ${kind} marked 7`]: { body: { message: "Done." } },
      },
      "of two at once the last one is stored": {
        "12 two-at-once: read back": shownRecord("Conformance run 4"),
      },
      "a name that a run makes up is neither too long nor another record's": {
        replay: JSON.stringify([
          ["write", [7, 0]],
          ["refused", [[8, "limitedToken"], 0]],
        ]),
        answers: {
          [`1 begin: the declared ${kind}`]: 204,
          [`2 write: a ${kind} marked 7`]: 422,
          "3 write: read back": shownRecord("Scratch"),
          [`4 refused: a ${kind} marked 8 with limitedToken, to be refused`]: 422,
          "5 refused: read back": shownRecord("Scratch"),
        },
      },
    },
    fails: {
      [`${fact}: The answer to an update is the record as it was before`]: {
        [`2 write: a ${kind} marked 7`]: shownRecord("Scratch"),
      },
      [`${fact}: A refused update is stored`]: { "5 refused: read back": shownRecord("Conformance run 8") },
      "VOL-08: An update without a token is taken": {
        [`4 refused: a ${kind} marked 8 with no credential, to be refused`]: 200,
      },
      "VOL-09: An update without the permission is taken": {
        [`6 refused: a ${kind} marked 9 with limitedToken, to be refused`]: 200,
      },
      ...more.fails,
    },
  };
};

interface Replaced {
  readonly kind: "campaign" | "project" | "segment";
  readonly id: number;
  /** The operations that show the record, the first of them first. */
  readonly reads: readonly [string, ...string[]];
  /** The fact that a first read which fails is blamed on. */
  readonly readBlames: string;
}

/** The examples of a record that is replaced and read over time; the steps are numbered as with one read. */
const replacementExamples = (
  { kind, id, reads, readBlames }: Replaced,
  more: Partial<Pick<ActiveExamples, "fails">> = {},
): ActiveExamples => {
  const declared = { id, name: `Disposable ${kind}`, description: "Free to be replaced." };
  const marked = { id, name: "Conformance run 7", description: "Conformance run 7" };
  const other = { id: 1, name: "General" };
  const page = (record: object) => ({ items: [other, record], total: 2 });
  const readBy = `the ${kind} is read by ${reads[0]}`;
  const at = (step: number): number => step + reads.length - 1;
  const begin = Object.fromEntries([
    [`1 begin: the declared ${kind}`, { status: 204 }],
    ...reads.map((read, index) => [
      `${index + 2} begin: the ${kind} is read by ${read}`,
      { body: page(declared) },
    ]),
  ]);
  return {
    pass: {
      settings: { [`donation.scratch.${kind}`]: declared },
      replay: JSON.stringify([
        ["write", [7, 0]],
        ["without", [[7, ["description"]], 0]],
        ["refused", [[66, "no credential"], 0]],
        ["malformed", [null, 0]],
      ]),
      answers: {
        ...begin,
        [`${at(3)} write: a ${kind} marked 7`]: { body: marked },
        [`${at(4)} write: ${readBy}`]: { body: page(marked) },
        [`${at(5)} without: a ${kind} without description`]: 204,
        [`${at(6)} without: ${readBy}`]: { body: page({ ...marked, description: null }) },
        [`${at(7)} refused: a ${kind} marked 66 with no credential, to be refused`]: 401,
        [`${at(8)} refused: ${readBy}`]: { body: page({ ...marked, description: "" }) },
        [`${at(9)} malformed: a malformed ${kind}`]: 400,
        [`${at(10)} malformed: ${readBy}`]: { body: page({ ...marked, description: "" }) },
        "*": { body: page(marked) },
      },
    },
    otherwise: {
      "nobody adds a record beside it": {
        [`${at(4)} write: ${readBy}`]: { body: { items: [marked, other, { id: 2, name: "New" }], total: 3 } },
      },
      "a value of another type is refused, or stored": {
        settings: { [`donation.scratch.${kind}`]: { ...declared, isActive: true } },
        replay: JSON.stringify([
          ["ill-typed", [[7, "isActive"], 0]],
          ["again", [null, 0]],
        ]),
        answers: {
          ...begin,
          [`${at(3)} ill-typed: a ${kind} with an object for isActive`]: 204,
          [`${at(4)} ill-typed: ${readBy}`]: { body: page({ ...marked, isActive: null }) },
          [`${at(5)} again: the same ${kind} again`]: 204,
          [`${at(6)} again: ${readBy}`]: { body: page({ ...declared, isActive: true }) },
        },
      },
      "of two at once the last one is stored": {
        settings: { [`donation.scratch.${kind}`]: declared },
        replay: JSON.stringify([["two-at-once", [[7, 8], 0]]]),
        answers: {
          ...begin,
          [`${at(3)} two-at-once: one of two ${kind}s at once, marked 7,`]: 204,
          [`${at(4)} two-at-once: the other one, marked 8,`]: 204,
          [`${at(5)} two-at-once: ${readBy}`]: { body: page(marked) },
        },
      },
    },
    fails: {
      "DON-17 /items/1/name: The read shows the record as it was before": {
        [`${at(4)} write: ${readBy}`]: { body: page(declared) },
      },
      "DON-17 /items/1/description: A property that was left out stays": {
        [`${at(6)} without: ${readBy}`]: { body: page(marked) },
      },
      "DON-17 /items/1/name: A refused replacement is stored": {
        [`${at(8)} refused: ${readBy}`]: { body: page({ id, name: "Conformance run 66" }) },
      },
      "DON-17: The record beside it is replaced, too": {
        [`${at(4)} write: ${readBy}`]: { body: { items: [{ ...marked, id: 1 }, marked], total: 2 } },
      },
      "DON-17: The record is not listed any more": {
        [`${at(4)} write: ${readBy}`]: { body: { items: [other], total: 1 } },
      },
      "DON-17: The record is listed twice": {
        [`${at(4)} write: ${readBy}`]: { body: { items: [marked, marked], total: 2 } },
      },
      "DON-21: A replacement without a credential is taken": {
        [`${at(7)} refused: a ${kind} marked 66 with no credential, to be refused`]: 200,
      },
      "DON-20: Malformed JSON is taken": {
        [`${at(9)} malformed: a malformed ${kind}`]: 200,
      },
      [`${readBlames}: The read fails after a replacement`]: { [`${at(4)} write: ${readBy}`]: 500 },
      ...more.fails,
    },
  };
};

const { note } = wholeNote("Call");
const begunNote = {
  id: 1,
  contactId: 5,
  type: "Call",
  note,
  noteDate: "2020-02-29",
  important: true,
  isPrivate: true,
};
// Marked 28: on the first of March, neither important nor private.
const replacedNote = {
  ...begunNote,
  note: "Conformance run 28",
  noteDate: "2021-03-01",
  important: false,
  isPrivate: false,
};
const bareNote = { ...begunNote, note: "", noteDate: null, important: false, isPrivate: false };

const invalidGroup = {
  replay: JSON.stringify([
    ["write", [7, 0]],
    ["invalid", [1, 0]],
  ]),
  answers: {
    "1 begin: the declared group": { status: 204 },
    "2 write: a group marked 7": { status: 204 },
    "3 write: read back": shownRecord("Conformance run 7"),
    "4 invalid: an invalid group": { status: 422 },
    "5 invalid: read back": shownRecord("Conformance run 7"),
  },
};

export const active: Family<ActiveExamples> = {
  "note-over-time": {
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
        "1 begin: the declared note": { body: begunNote },
        "2 write: a note marked 28": { body: replacedNote },
        "3 invalid: an invalid note": 422,
        "4 invalid: a note of its type alone": { body: bareNote },
        "5 without: a note without note": { body: { ...replacedNote, note: "" } },
        "6 malformed: a malformed note": 400,
        "7 malformed: a note of its type alone": { body: bareNote },
        "8 refused: a note marked 28 with no credential, to be refused": 401,
        "9 refused: a note of its type alone": { body: bareNote },
        "10 refused: a note marked 28 with limitedApiKey, to be refused": 403,
        // Which properties are required is not stated.
        "11 refused: a note of its type alone": 422,
        "12 again: the same note again": { body: bareNote },
        "13 write: a note marked 28": { body: replacedNote },
        // Which of two that overlap is stored last is not stated.
        "14 two-at-once: one of two notes at once, marked 28,": { body: replacedNote },
        "15 two-at-once: the other one, marked 32,": { body: replacedNote },
      },
    },
    otherwise: {
      "a note may be without its text": { "5 without: a note without note": 422 },
      "of two at once the last one is stored": {
        "14 two-at-once: one of two notes at once, marked 28,": {
          body: { ...replacedNote, note: "Conformance run 32", noteDate: "2021-03-05" },
        },
      },
    },
    fails: {
      "CRM-26 /note: The answer is the note before": { "2 write: a note marked 28": { body: begunNote } },
      "CRM-27 /note: The text of a refused note comes with the next replacement": {
        "4 invalid: a note of its type alone": { body: { ...bareNote, note: replacedNote.note } },
      },
      "CRM-10 /isPrivate: The note becomes private later": {
        "13 write: a note marked 28": { "/isPrivate": true },
      },
      "CRM-11: A type that is not configured is taken": {
        "3 invalid: an invalid note": { status: 200, body: replacedNote },
      },
      "CRM-45: Malformed JSON gets 200 after a refusal": { "6 malformed: a malformed note": 200 },
      "CRM-30: A request without a credential is taken after one with a key": {
        "8 refused: a note marked 28 with no credential, to be refused": { status: 200, body: replacedNote },
      },
      "CRM-39: A limited key may write after another one has written": {
        "10 refused: a note marked 28 with limitedApiKey, to be refused": { status: 200, body: replacedNote },
      },
      "CRM-26 /noteDate: Two replacements that overlap are mixed": {
        "15 two-at-once: the other one, marked 32,": { "/noteDate": "2021-03-09" },
      },
    },
  },
  "campaign-over-time": replacementExamples(
    { kind: "campaign", id: 9, reads: ["listCampaigns", "queryCampaigns"], readBlames: "DON-04" },
    {
      fails: {
        "DON-10: The query fails from the second time on": {
          replay: JSON.stringify([["read", 1]]),
          answers: { "4 read: the campaign is read by queryCampaigns": 500 },
        },
      },
    },
  ),
  "project-over-time": replacementExamples({
    kind: "project",
    id: 10,
    reads: ["listProjects"],
    readBlames: "DON-09",
  }),
  "segment-over-time": replacementExamples({
    kind: "segment",
    id: 16,
    reads: ["querySegments"],
    readBlames: "DON-10",
  }),
  "group-over-time": updateExamples(
    { kind: "group", fact: "VOL-05" },
    {
      alsoPasses: [invalidGroup],
      fails: {
        "VOL-05: An invalid update empties the name": {
          ...invalidGroup,
          answers: { ...invalidGroup.answers, "5 invalid: read back": shownRecord("") },
        },
      },
    },
  ),
  "volunteer-project-over-time": updateExamples({ kind: "project", fact: "VOL-04" }),
};
