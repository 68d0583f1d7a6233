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
      what: "Without a credential the lists answer an empty page in place of a refusal",
      blames: "DON-21",
      answers: {
        "listGifts with no credential": { status: 200 },
        "listGifts with a credential in other places, together": { status: 200 },
      },
    },
    {
      what: "The segment query decodes the token and does not verify it",
      blames: "DON-21",
      answers: {
        "querySegments with a credential in other places and a malformed token, together": { status: 200 },
      },
    },
  ],
};
