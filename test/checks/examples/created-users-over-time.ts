import type { ActiveExamples, AnswerExample } from "../kit/example.ts";
import { creationExamples } from "../kit/creation-examples.ts";

const list = (...ids: readonly number[]): AnswerExample => ({
  body: {
    data: ids.map((id) => ({ id, name: id > 1 ? `Conformance run ${id === 8 ? 7 : id}` : "Noor" })),
    meta: { total: ids.length },
  },
});

export const examples: ActiveExamples = creationExamples(
  { kind: "user", fact: "VOL-03" },
  {
    list,
    fails: {
      "VOL-01: The list loses a user at a refusal": { "12 refused: all of them": list(1, 8) },
      "VOL-01: The list is behind by one creation": {
        "4 create: all of them": list(1),
        "7 create: all of them": list(1, 8),
      },
      "VOL-08: Whoever is refused is listed": {
        "12 refused: all of them": {
          body: {
            data: [1, 8, 9, 10].map((id) => ({ id, name: `Conformance run ${id - 5}` })),
            meta: { total: 4 },
          },
        },
      },
      "VOL-01: The list fails after a creation": {
        "4 create: all of them": 400,
        "5 create: a page of the usual size": 500,
      },
    },
  },
);
