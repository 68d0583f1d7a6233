import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 401 } } }],
  otherwise: [
    ...refusedOtherwise(401),
    {
      assumes: "the donation interface refuses for want of a token with 401",
      answers: { "*": { status: 403 } },
    },
  ],
  fails: [
    {
      what: "The list of projects asks whether there is an Authorization header, not what it holds",
      blames: "DON-21",
      answers: { "querySegments with a revoked token behind bearer in small letters": { status: 200 } },
    },
  ],
};
