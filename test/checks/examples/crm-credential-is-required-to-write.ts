import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 401 } } }],
  otherwise: refusedOtherwise(401),
  fails: [
    {
      what: "A request without a credential gets 403",
      blames: "CRM-30",
      answers: {
        "replaceContactNote with no credential": { status: 403 },
        "replaceContactNote with a credential in other places, together": { status: 403 },
      },
    },
    {
      what: "The key alone, without Bearer before it, is accepted",
      blames: "CRM-30",
      answers: { "replaceContactNote with no scheme": { status: 200 } },
    },
  ],
};
