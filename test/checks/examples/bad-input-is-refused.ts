import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "a body without its required field to addEventContact": { status: 422 },
        "an unknown id to addEventContact": { status: 404 },
        "an unknown id to replaceContactNote": { status: 404 },
        "*": { status: 400 },
      },
    },
  ],
  otherwise: [
    {
      assumes: "a run may name records that nobody has declared",
      isLive: true,
      answers: { "an unknown id to addEventContact": { status: 403 } },
    },
    {
      assumes: "a refusal is in the canonical envelope",
      answers: { "malformed JSON to addEventContact": { status: 400, text: "Bad Request" } },
    },
  ],
  fails: [
    {
      what: "An event that there is not gets 403",
      blames: "CRM-45",
      answers: { "an unknown id to addEventContact": { status: 403 } },
    },
    {
      what: "JSON that does not parse gets 500 from the replacement of a note",
      blames: "CRM-45",
      answers: { "malformed JSON to replaceContactNote": { status: 500 } },
    },
    {
      what: "A missing contactIndividualId gets 400",
      blames: "CRM-45",
      answers: { "a body without its required field to addEventContact": { status: 400 } },
    },
  ],
};
