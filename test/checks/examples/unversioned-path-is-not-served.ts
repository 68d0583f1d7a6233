import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    "listUsers with version": { body: { data: [], meta: { total: 42 } } },
    "getUser with version": { body: { data: { id: 1 } } },
    "*": 404,
  },
  otherwise: {
    "what is at another path is an error": {
      "listUsers without version": { status: 200, text: "<h1>Welcome</h1>" },
    },
    "users can be listed": { isUnjudged: true, answers: { "listUsers with version": 403 } },
  },
  fails: {
    "VOL-10: A single user is served without /v1 as well": {
      "getUser without version": { status: 200, body: { data: { id: 1 } } },
    },
  },
};
