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
    fails: [
      {
        what: "The list loses a user at a refusal",
        blames: "VOL-01",
        answers: { "12 refused: all of them": list(1, 8) },
      },
      {
        what: "The list is behind by one creation",
        blames: "VOL-01",
        answers: { "4 create: all of them": list(1), "7 create: all of them": list(1, 8) },
      },
      {
        what: "Whoever is refused is listed",
        blames: "VOL-08",
        answers: {
          "12 refused: all of them": {
            body: {
              data: [1, 8, 9, 10].map((id) => ({ id, name: `Conformance run ${id - 5}` })),
              meta: { total: 4 },
            },
          },
        },
      },
      {
        what: "The list fails after a creation",
        blames: "VOL-01",
        answers: {
          "4 create: all of them": { status: 400 },
          "5 create: a page of the usual size": { status: 500 },
        },
      },
    ],
  },
);
