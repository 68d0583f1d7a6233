import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { "*": 400 },
  otherwise: {
    "what cannot be read is refused with 400": { "*": 404 },
    "a replacement is taken as it is declared": { "*": { status: 400, text: "Bad Request" } },
  },
  fails: {
    "DON-20: A replacement that cannot be read is answered with 200 and changes nothing": {
      "malformed JSON to replaceProject": 200,
    },
  },
};
