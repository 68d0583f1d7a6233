import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { updateGroup: { status: 404 } } }],
  fails: [
    {
      what: "Every path is served without /v1 as well",
      blames: "VOL-10",
      answers: { updateGroup: { status: 200, body: { data: { id: 1 } } } },
    },
  ],
};
