import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 401 } } }],
  otherwise: refusedOtherwise(401),
  fails: [
    {
      what: "The read by reference answers 403 to an API key that is accepted elsewhere",
      blames: "CRM-21",
      answers: { "bearer, unknown reference": { status: 403 } },
    },
    {
      what: "The read by reference answers 403 to a key without permission, before it looks at its kind",
      blames: "CRM-21",
      answers: { "bearer limitedApiKey": { status: 403 } },
    },
  ],
};
