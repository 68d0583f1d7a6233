import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
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
  ],
  otherwise: [
    { assumes: "meta has more than a total", changes: { "/meta": { total: 0 } } },
    { assumes: "users are below data", changes: { "/data": undefined, "/users": [] } },
  ],
  fails: [
    { what: "The list of users is an array", blames: "VOL-01", changes: { "": [] } },
    {
      what: "The total of users stands beside them, without meta",
      blames: "VOL-01",
      changes: { "/meta": undefined },
      pointer: "/meta",
    },
  ],
};
