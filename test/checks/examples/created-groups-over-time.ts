import type { ActiveExamples } from "../kit/example.ts";
import { creationExamples } from "../kit/creation-examples.ts";

export const examples: ActiveExamples = creationExamples(
  { kind: "group", fact: "VOL-05" },
  {
    fails: [
      {
        what: "An invalid group is created",
        blames: "VOL-05",
        replay: JSON.stringify([["invalid", 5]]),
        answers: { "1 invalid: an invalid group marked 5": { status: 201 } },
      },
    ],
  },
);
