import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": {} } }],
  fails: [
    {
      what: "A query is answered with 201, since it is a POST",
      blames: "DON-10",
      answers: { "querySegments: a page": { status: 201 } },
    },
  ],
};
