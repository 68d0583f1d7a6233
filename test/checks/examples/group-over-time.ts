import type { ActiveExamples } from "../kit/example.ts";
import { shownRecord, updateExamples } from "../kit/update-examples.ts";

const invalid = {
  replay: JSON.stringify([
    ["write", [7, 0]],
    ["invalid", [1, 0]],
  ]),
  answers: {
    "1 begin: the declared group": { status: 204 },
    "2 write: a group marked 7": { status: 204 },
    "3 write: read back": shownRecord("Conformance run 7"),
    "4 invalid: an invalid group": { status: 422 },
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
