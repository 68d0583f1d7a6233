import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 401 } } }],
  otherwise: refusedOtherwise(401),
  fails: [
    {
      what: "Creating a project looks at the token, not at whether API access is enabled",
      blames: "VOL-09",
      answers: { "createProject with a token without API access": { status: 201 } },
    },
  ],
};
