import type { ActiveExamples } from "../kit/example.ts";
import { creationExamples } from "../kit/creation-examples.ts";

export const examples: ActiveExamples = creationExamples(
  { kind: "group", fact: "VOL-05" },
  {
    fails: {
      "VOL-05: An invalid group is created": {
        replay: JSON.stringify([
          ["create", 7],
          ["invalid", null],
        ]),
        answers: { "3 invalid: the declared invalid group": 201 },
      },
    },
  },
);
