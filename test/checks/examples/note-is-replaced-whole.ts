import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    "a replacement without type": { body: { type: "" } },
    "a replacement without type and note and noteDateTime and important and private and timeSpent": {
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
        "a replacement without type and note and noteDateTime and important and private and timeSpent": 422,
      },
    },
    "what was left out is absent or null": {
      "a replacement without type": { body: { type: "", note: "As it was." } },
      "a replacement without type and note and noteDateTime and important and private and timeSpent": {
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
        "a replacement without type and note and noteDateTime and important and private and timeSpent": {
          "/isPrivate": true,
        },
      },
      says: "the note that is shown: isPrivate was left out of the replacement but is there",
    },
  },
};
