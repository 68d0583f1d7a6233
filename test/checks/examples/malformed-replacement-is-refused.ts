import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 400 } } }],
  fails: [
    {
      what: "A replacement that cannot be read is answered with 200 and changes nothing",
      blames: "DON-20",
      answers: { "malformed JSON to replaceProject": { status: 200 } },
    },
  ],
};
