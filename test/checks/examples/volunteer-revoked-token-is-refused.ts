import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 401 } } }],
  otherwise: refusedOtherwise(401),
  fails: [
    {
      what: "A revoked token goes on working",
      blames: "VOL-09",
      answers: { "getUser with a revoked token": { status: 200 } },
    },
    {
      what: "A revoked token passes behind bearer in small letters",
      blames: "VOL-09",
      answers: { "listUsers with a revoked token behind bearer in small letters": { status: 200 } },
    },
  ],
};
