import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    { answers: { "Update a group with another organization's credential": { status: 404 }, "*": {} } },
  ],
  fails: [
    {
      what: "Another organization's token updates a group",
      blames: "GEN-05",
      answers: {
        "Update a group with another organization's credential": { status: 200, body: { data: { id: 1 } } },
      },
    },
  ],
};
