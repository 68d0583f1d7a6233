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
      what: "Replacements accept a revoked token, the reads do not",
      blames: "DON-21",
      answers: { "replaceProject with a revoked token": { status: 200 } },
    },
    {
      what: "A second parser reads bearer in small letters, and knows of no revocation",
      blames: "DON-21",
      answers: { "replaceProject with a revoked token behind bearer in small letters": { status: 200 } },
    },
  ],
};
