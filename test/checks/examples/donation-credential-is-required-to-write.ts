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
      what: "No donation endpoint asks for a credential",
      blames: "DON-21",
      answers: {
        "replaceProject with no credential": { status: 200 },
        "replaceProject with a credential in other places, together": { status: 200 },
      },
    },
    {
      what: "A token without Bearer before it is accepted",
      blames: "DON-21",
      answers: {
        "replaceCampaign with no credential": { status: 200 },
        "replaceCampaign with a credential in other places, together": { status: 200 },
      },
    },
  ],
};
