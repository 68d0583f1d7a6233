import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 401 } } }],
  otherwise: refusedOtherwise(401),
  fails: [
    {
      what: "A request without a credential gets 403",
      blames: "VOL-08",
      answers: {
        "getUser with no credential": { status: 403 },
        "getUser with a credential in other places, together": { status: 403 },
      },
    },
    {
      what: "A token that is malformed gets 400",
      blames: "VOL-08",
      answers: { "getUser with a fourth part": { status: 400 } },
    },
  ],
};
