import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "listUsers with version": { body: { data: [], meta: { total: 42 } } },
        "getUser with version": { body: { data: { id: 1 } } },
        "*": { status: 404 },
      },
    },
  ],
  otherwise: [
    {
      assumes: "what is at another path is an error",
      answers: { "listUsers without version": { status: 200, text: "<h1>Welcome</h1>" } },
    },
    {
      assumes: "users can be listed",
      isUnjudged: true,
      answers: { "listUsers with version": { status: 403 } },
    },
  ],
  fails: [
    {
      what: "A single user is served without /v1 as well",
      blames: "VOL-10",
      answers: { "getUser without version": { status: 200, body: { data: { id: 1 } } } },
    },
  ],
};
