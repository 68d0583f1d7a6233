import type { ActiveExamples } from "../kit/example.ts";
import { shownRecord, updateExamples } from "../kit/update-examples.ts";

const invalid = {
  replay: JSON.stringify([
    ["update", 7],
    ["invalid", null],
  ]),
  answers: {
    "1 begin: the declared update": { status: 204 },
    "2 update: an update marked 7": { status: 204 },
    "3 update: read back": shownRecord("Conformance run 7"),
    "4 invalid: the declared invalid update": { status: 422 },
    "5 invalid: read back": shownRecord("Conformance run 7"),
  },
};

export const examples: ActiveExamples = updateExamples(
  { kind: "group", fact: "VOL-05" },
  {
    alsoPasses: [invalid],
    fails: {
      "VOL-05: An invalid update empties the name": {
        ...invalid,
        answers: { ...invalid.answers, "5 invalid: read back": shownRecord("") },
      },
    },
  },
);
