import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "a replacement without type": { body: { type: "" } },
        "a replacement without type and note and noteDateTime and important and private and timeSpent": {
          body: { isPrivate: false },
        },
        "*": {},
      },
    },
  ],
  otherwise: [
    {
      assumes: "a replacement may leave properties out",
      isUnjudged: true,
      answers: {
        replaceContactNote: { status: 422 },
        "a replacement without type": { status: 422 },
        "a replacement without type and note and noteDateTime and important and private and timeSpent": {
          status: 422,
        },
      },
    },
    {
      assumes: "what was left out is absent or null",
      answers: { "a replacement without type": { body: { type: "", note: "As it was." } } },
    },
  ],
  fails: [
    {
      what: "A note whose type is left out falls back to the default type",
      blames: "CRM-27",
      answers: { "a replacement without type": { changes: { "/type": "Call" } } },
      pointer: "/type",
    },
    {
      what: "A note stays private when a put leaves that out",
      blames: "CRM-27",
      answers: {
        "a replacement without type and note and noteDateTime and important and private and timeSpent": {
          changes: { "/isPrivate": true },
        },
      },
      pointer: "/isPrivate",
      says: "isPrivate stayed true after a PUT without private",
    },
  ],
};
