import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 401 } } }],
  fails: [
    {
      what: "The list of projects asks whether there is an Authorization header, not what it holds",
      blames: "DON-21",
      answers: { "querySegments with a revoked token behind bearer in small letters": { status: 200 } },
    },
  ],
};
