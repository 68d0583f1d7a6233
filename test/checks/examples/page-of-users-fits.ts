import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: {
    operation: "listUsers",
    path: "/v1/users?per_page=2",
    body: { data: [{ id: 1 }, { id: 2 }], meta: { total: 9 } },
  },
  otherwise: {
    "every list in the answer holds users": {
      body: { users: [{ id: 1 }, { id: 2 }], meta: { total: 9 }, roles: [{ id: 1 }, { id: 2 }, { id: 3 }] },
    },
    "a page of none is empty": { path: "/v1/users?per_page=0" },
  },
  fails: {
    "VOL-07: A page holds one user more": {
      body: { data: [{ id: 1 }, { id: 2 }, { id: 3 }], meta: { total: 9 } },
    },
    "VOL-07: The total counts pages": { "/meta/total": 1 },
  },
};
