import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: {
    operation: "listUsers",
    body: {
      data: [],
      links: {
        first: "http://sandbox.test/volunteer/v1/users?per_page=",
        last: "http://sandbox.test/volunteer/v1/users?per_page=",
        prev: null,
        next: "http://sandbox.test/volunteer/v1/users?per_page=",
      },
      meta: {
        current_page: 1,
        from: 1,
        to: 1,
        path: "http://sandbox.test/volunteer/v1/users",
        per_page: 1,
        total: 43,
      },
    },
  },
  otherwise: {
    "meta has more than a total": { "/meta": { total: 0 } },
    "users are below data": { "/data": undefined, "/users": [] },
  },
  fails: {
    "VOL-01: The list of users is an array": { body: [] },
    "VOL-01: The total of users stands beside them, without meta": { "/meta": undefined },
  },
};
