import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 400 } } }],
  otherwise: [
    { assumes: "what cannot be read is refused with 400", answers: { "*": { status: 404 } } },
    {
      assumes: "a replacement is taken as it is declared",
      answers: { "*": { status: 400, text: "Bad Request" } },
    },
  ],
  fails: [
    {
      what: "A replacement that cannot be read is answered with 200 and changes nothing",
      blames: "DON-20",
      answers: { "malformed JSON to replaceProject": { status: 200 } },
    },
  ],
};
