import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "a project update": { body: { data: { id: 1 } } }, "*": {} } }],
  fails: [
    { what: "Creating a project fails", blames: "VOL-04", answers: { "a new project": { status: 500 } } },
    {
      what: "Updating a project answers with the id of another project",
      blames: "VOL-04",
      answers: { "a project update": { changes: { "/data/id": 2 } } },
    },
  ],
};
