import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 401 } } }],
  otherwise: refusedOtherwise(401),
  fails: [
    {
      what: "The token of a suspended account gets 403",
      blames: "VOL-09",
      answers: { "getUser with a suspended account's token": { status: 403 } },
    },
  ],
};
