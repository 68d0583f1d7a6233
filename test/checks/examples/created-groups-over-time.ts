import type { ActiveExamples } from "../kit/example.ts";
import { creationExamples } from "../kit/creation-examples.ts";

export const examples: ActiveExamples = creationExamples(
  { kind: "group", fact: "VOL-05" },
  {
    fails: [
      {
        what: "An invalid group is created",
        blames: "VOL-05",
        replay: JSON.stringify([
          ["create", 7],
          ["invalid", null],
        ]),
        answers: { "3 invalid: the declared invalid group": { status: 201 } },
      },
    ],
  },
);
