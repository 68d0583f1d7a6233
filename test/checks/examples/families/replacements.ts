import { wholeNote } from "../../../../src/builtin/scratch-note.ts";
import type { ActiveExamples, AnswerExample, Family } from "../../kit/example.ts";

const { note } = wholeNote("Call");
const wholeAnswer = { id: 1, type: "Call", note, noteDate: "2020-02-29", important: true };

const changedNote =
  'Changed by a conformance run: 5 € & a café, "quoted", and long enough for a column, and long enough for a column, and long enough for a column, to see.';

const projects = (record: object) => ({
  body: {
    items: [
      { id: 9, name: "General" },
      { id: 10, ...record },
    ],
  },
});

const declared = {
  name: "Disposable project",
  description: "Free to be replaced.",
  code: "SCRATCH",
  isActive: true,
};

const less = projects({
  name: "Changed Disposable project",
  description: null,
  code: "XSCRATCH",
  isActive: true,
});

const emptied = projects({ name: "Disposable project", code: "", isActive: false });

/** The same to a read and to the second look at it. */
const twice = (read: string, answer: AnswerExample) => ({ [read]: answer, [`${read}, again`]: answer });

const withoutThree = "project read without description and crmKey and isActive";
const emptiedRead = "project read emptied and flipped";
const bareWrite =
  "a replacement without type and note and noteDateTime and important and private and timeSpent";

export const active: Family<ActiveExamples> = {
  "note-replacement-answers-the-note": {
    pass: {
      "the note, whole": { body: wholeAnswer },
      "the note, changed": { body: { ...wholeAnswer, note: changedNote, important: false } },
      "the note, put back": { body: wholeAnswer },
    },
    otherwise: {
      "a note has no more properties than its model": {
        "the note, whole": { body: { ...wholeAnswer, timeSpent: 15 } },
      },
      "a note has no reminder": { "the note, whole": { body: { ...wholeAnswer, reminder: null } } },
    },
    fails: {
      "CRM-26: A replacement gets 204 without a body": { "the note, whole": 204 },
      "CRM-26: The answer says only that it worked": { "the note, put back": { body: true } },
      "CRM-26 /note: The answer is the note as it was before": { "the note, changed": { body: wholeAnswer } },
      "CRM-26 /noteDate: The day of the interaction becomes the day of the call": {
        "the note, whole": { "/noteDate": "2025-03-01" },
      },
    },
  },
  "note-privacy-is-renamed": {
    pass: {
      "the note, public": { body: { isPrivate: false } },
      "the note, put back": { body: { isPrivate: true } },
      "the note, private": { body: { isPrivate: true } },
    },
    otherwise: {
      "a replacement is taken": {
        isUnjudged: true,
        answers: { "the note, public": 422, "the note, private": 422, "the note, put back": 422 },
      },
      "a note is nothing but its model": {
        "the note, public": { body: { isPrivate: false, is_private: true } },
      },
    },
    fails: {
      "CRM-10 /isPrivate: A note that once was private stays private": {
        "the note, public": { "/isPrivate": true },
      },
      "CRM-10 /private: A note's answer has private beside isPrivate": {
        "the note, put back": { "/private": true },
      },
    },
  },
  "note-is-replaced-whole": {
    pass: {
      "a replacement without type": { body: { type: "" } },
      [bareWrite]: {
        body: { isPrivate: false },
      },
      "*": 200,
    },
    otherwise: {
      "a replacement may leave properties out": {
        isUnjudged: true,
        answers: {
          replaceContactNote: 422,
          "a replacement without type": 422,
          [bareWrite]: 422,
        },
      },
      "what was left out is absent or null": {
        "a replacement without type": { body: { type: "", note: "As it was." } },
        [bareWrite]: {
          body: { note: null, noteDate: "0001-01-01" },
        },
      },
    },
    fails: {
      "CRM-27 /type: A note whose type is left out falls back to the default type": {
        "a replacement without type": { "/type": "Call" },
      },
      "CRM-27 /isPrivate: A note stays private when a put leaves that out": {
        answers: {
          [bareWrite]: {
            "/isPrivate": true,
          },
        },
        says: "isPrivate of the note was left out of the replacement but is still there",
      },
    },
  },
  "records-are-replaced-whole": {
    pass: {
      "project read whole": projects(declared),
      ...twice(withoutThree, less),
      ...twice(emptiedRead, emptied),
      "*": 200,
    },
    alsoPasses: [
      {
        "project read whole": projects(declared),
        "the project, whole": 204,
        "the project, changed": 204,
        "project read changed": projects({
          name: "Changed Disposable project",
          description: "Changed Free to be replaced.",
          code: "XSCRATCH",
          isActive: true,
        }),
        "the project, put back": 204,
        replaceProject: 400,
        "*": 200,
      },
    ],
    otherwise: {
      "a replacement is served": {
        isUnjudged: true,
        notServed: ["replaceCampaign", "replaceProject", "replaceSegment"],
        answers: {
          "project read whole": 500,
          [withoutThree]: 500,
          [emptiedRead]: 500,
        },
      },
      "the record that is replaced is listed": {
        isUnjudged: true,
        answers: {
          "project read whole": { body: { items: [{ id: 9, name: "General" }] } },
          [withoutThree]: { body: { items: [{ id: 9 }] } },
          [emptiedRead]: { body: { items: [{ id: 9 }] } },
        },
      },
      "a date that was left out is absent, or null": {
        settings: { "donation.scratch.project": { id: 10, ...declared, startDate: "2024-05-06" } },
        answers: {
          "project read whole": projects({ ...declared, startDate: "2024-05-06" }),
          "project read without name and code and startDate": projects({
            description: "Changed Free to be replaced.",
            isActive: true,
            startDate: "0001-01-01",
          }),
          "project read without description and isActive": projects({
            name: "Changed Disposable project",
            code: "XSCRATCH",
            startDate: "2025-05-06",
          }),
          [emptiedRead]: projects({
            name: "Disposable project",
            isActive: false,
            startDate: "0001-01-01T00:00:00Z",
          }),
        },
      },
      "a record shows every property": {
        "project read whole": projects({ name: "Disposable project" }),
        [withoutThree]: projects({
          name: "Changed Disposable project",
        }),
        [emptiedRead]: projects({ name: "Disposable project" }),
      },
    },
    fails: {
      "DON-17: A replacement is answered with 202 and done later": { "the segment, whole": 202 },
      "DON-17 /items/1/description: Replacing a project keeps whatever the body leaves out": twice(
        withoutThree,
        { "/items/1/description": "Free to be replaced." },
      ),
      "DON-17 /items/1/code: The code of a project is stored once": {
        answers: twice(withoutThree, { "/items/1/code": "SCRATCH" }),
        says: "code of the project was changed in the replacement but kept",
      },
      "DON-17 /items/1/code: null leaves a property as it was": {
        answers: twice(emptiedRead, { "/items/1/code": "XSCRATCH" }),
        says: "code of the project was emptied in the replacement but kept",
      },
      "DON-17 /items/1/startDate: A date that was sent is lost": {
        settings: { "donation.scratch.project": { id: 10, ...declared, startDate: "2024-05-06" } },
        answers: twice("project read whole", projects({ ...declared, startDate: "0001-01-01T00:00:00Z" })),
        says: "startDate of the project was sent and is not there",
      },
      "DON-17 /items/1/isActive: A project that is switched off stays active": twice(emptiedRead, {
        "/items/1/isActive": true,
      }),
    },
  },
};
