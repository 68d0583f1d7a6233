import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { create: { body: { data: { id: 52 } } }, read: {} } }],
  fails: [
    {
      what: "A user who was created cannot be read until somebody approves",
      blames: "VOL-03",
      answers: { read: { status: 404 } },
    },
    { what: "Creating a user fails", blames: "VOL-03", answers: { create: { status: 500 } } },
  ],
};
