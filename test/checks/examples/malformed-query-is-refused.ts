import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { seed: 1, answers: { "malformed JSON to queryGifts": 400 } },
  otherwise: { "what cannot be read is refused with 400": { "malformed JSON to queryGifts": 404 } },
  fails: {
    "DON-20: Malformed JSON in a query ends in an error of the server": {
      "malformed JSON to queryGifts": 500,
    },
  },
};
