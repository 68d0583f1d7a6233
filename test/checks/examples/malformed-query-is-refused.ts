import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ seed: 1, answers: { "malformed JSON to queryGifts": { status: 400 } } }],
  otherwise: [
    {
      assumes: "what cannot be read is refused with 400",
      answers: { "malformed JSON to queryGifts": { status: 404 } },
    },
  ],
  fails: [
    {
      what: "Malformed JSON in a query ends in an error of the server",
      blames: "DON-20",
      answers: { "malformed JSON to queryGifts": { status: 500 } },
    },
  ],
};
