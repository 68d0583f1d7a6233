import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "listUsers",
      path: "/v1/users?per_page=2",
      body: { data: [{ id: 1 }, { id: 2 }], meta: { total: 9 } },
    },
  ],
  otherwise: [
    {
      assumes: "every list in the answer holds users",
      body: { users: [{ id: 1 }, { id: 2 }], meta: { total: 9 }, roles: [{ id: 1 }, { id: 2 }, { id: 3 }] },
    },
    { assumes: "a page of none is empty", path: "/v1/users?per_page=0" },
  ],
  fails: [
    { what: "A page holds one user more", blames: "VOL-07", changes: { "/data/2": { id: 3 } } },
    {
      what: "The total counts pages",
      blames: "VOL-07",
      changes: { "/meta/total": 1 },
      pointer: "/meta/total",
    },
  ],
};
