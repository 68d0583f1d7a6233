import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { body: {} } } }],
  otherwise: [
    { assumes: "a list is in the paged envelope", answers: { "*": { body: [] } } },
    { assumes: "there is something in a list", answers: { "*": { body: { items: [], total: 0 } } } },
  ],
  fails: [
    {
      what: "The list of projects answers only when it is told how many",
      blames: "DON-09",
      answers: { listProjects: { status: 400 } },
    },
    {
      what: "Custom fields, premiums and projects are not found",
      blames: "DON-09",
      answers: { listProjects: { status: 404 } },
    },
  ],
};
