import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { "a project update": { body: { data: { id: 1 } } }, "*": 200 },
  otherwise: {
    "what an earlier run has created can be created again": { isLive: true, answers: { createProject: 409 } },
    "an answer shows the project": {
      "a new project": { status: 202, text: "Accepted." },
      "a project update": { body: { message: "Done." } },
    },
  },
  fails: {
    "VOL-04: Creating a project fails": { "a new project": 500 },
    "VOL-04: Updating a project answers with the id of another project": {
      "a project update": { "/data/id": 2 },
    },
  },
};
