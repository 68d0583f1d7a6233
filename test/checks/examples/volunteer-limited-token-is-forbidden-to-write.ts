import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 403 } } }],
  otherwise: refusedOtherwise(403),
  fails: [
    {
      what: "A token without permission gets 401",
      blames: "VOL-09",
      answers: { "updateGroup with a token without permission": { status: 401 } },
    },
  ],
};
