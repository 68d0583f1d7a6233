import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "a project update": { body: { data: { id: 1 } } }, "*": {} } }],
  otherwise: [
    {
      assumes: "what an earlier run has created can be created again",
      isLive: true,
      answers: { createProject: { status: 409 } },
    },
    {
      assumes: "an answer shows the project",
      answers: {
        "a new project": { status: 202, text: "Accepted." },
        "a project update": { body: { message: "Done." } },
      },
    },
  ],
  fails: [
    { what: "Creating a project fails", blames: "VOL-04", answers: { "a new project": { status: 500 } } },
    {
      what: "Updating a project answers with the id of another project",
      blames: "VOL-04",
      answers: { "a project update": { changes: { "/data/id": 2 } } },
    },
  ],
};
