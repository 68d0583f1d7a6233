import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 403 } } }],
  otherwise: refusedOtherwise(403),
  fails: [
    {
      what: "A token without permission does not find the user",
      blames: "VOL-09",
      answers: { "getUser with a token without permission": { status: 404 } },
    },
    {
      what: "A token without permission gets 401",
      blames: "VOL-09",
      answers: { "getUser with a token without permission": { status: 401 } },
    },
  ],
};
