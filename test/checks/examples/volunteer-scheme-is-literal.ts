import type { ActiveExamples } from "../kit/example.ts";
import { refusedOtherwise } from "../kit/refused-otherwise.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "as usual": {}, "*": { status: 401 } } }],
  otherwise: [
    ...refusedOtherwise(401),
    {
      assumes: "the token opens the list of users",
      isUnjudged: true,
      answers: { "as usual": { status: 403 } },
    },
  ],
  fails: [{ what: "Any letter case will do", blames: "VOL-08", answers: { bearer: { status: 200 } } }],
};
