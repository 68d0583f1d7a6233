import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "another organization's note": { status: 404 } } }],
  fails: [
    {
      what: "A note of another organization can be replaced, and is answered",
      blames: "GEN-05",
      answers: { "another organization's note": { status: 200, body: { id: 6 } } },
    },
  ],
};
