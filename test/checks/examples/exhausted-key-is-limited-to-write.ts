import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 429 } } }],
  fails: [
    {
      what: "Replacing a note is not counted",
      blames: "CRM-46",
      answers: { "replaceContactNote with an exhausted key": { status: 200 } },
    },
  ],
};
