import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ seed: 1, answers: { "malformed JSON to queryGifts": { status: 400 } } }],
  fails: [
    {
      what: "Malformed JSON in a query ends in an error of the server",
      blames: "DON-20",
      answers: { "malformed JSON to queryGifts": { status: 500 } },
    },
  ],
};
