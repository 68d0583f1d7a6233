import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 401 } } }],
  otherwise: refusedOtherwise(401),
  fails: [
    {
      what: "A token of an account without API access gets 403 from the list of users",
      blames: "VOL-09",
      answers: { "listUsers with a token without API access": { status: 403 } },
    },
    {
      what: "Reading a user does not ask whether API access is enabled",
      blames: "VOL-09",
      answers: { "getUser with a token without API access": { status: 200 } },
    },
  ],
};
