import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 429 } } }],
  otherwise: [
    { assumes: "no outage comes before the limit", answers: { "*": { status: 503 } } },
    { assumes: "an answer says when to come again", answers: { "*": { headers: {}, text: "Slow down." } } },
  ],
  fails: [
    {
      what: "Replacing a note is not counted",
      blames: "CRM-46",
      answers: { "replaceContactNote with an exhausted key": { status: 200 } },
    },
  ],
};
