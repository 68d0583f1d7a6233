import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    "a body without its required field to addEventContact": 422,
    "an unknown id to addEventContact": 404,
    "an unknown id to replaceContactNote": 404,
    "*": 400,
  },
  otherwise: {
    "a run may name records that nobody has declared": {
      isLive: true,
      answers: { "an unknown id to addEventContact": 403 },
    },
    "a refusal is in the canonical envelope": {
      "malformed JSON to addEventContact": { status: 400, text: "Bad Request" },
    },
  },
  fails: {
    "CRM-45: An event that there is not gets 403": { "an unknown id to addEventContact": 403 },
    "CRM-45: JSON that does not parse gets 500 from the replacement of a note": {
      "malformed JSON to replaceContactNote": 500,
    },
    "CRM-45: A missing contactIndividualId gets 400": {
      "a body without its required field to addEventContact": 400,
    },
  },
};
