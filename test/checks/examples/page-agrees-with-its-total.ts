import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: {
    operation: "listGifts",
    path: "/api/Gift/list?Skip=4&Take=2",
    body: { items: [{ id: 5 }, { id: 6 }], total: 6 },
  },
  otherwise: {
    "records that look alike are one": { "/items": [{ name: "Quinn" }, { name: "Quinn" }] },
    "a place below zero is the first": { path: "/api/Gift/list?Skip=-4&Take=2" },
    "a page of none holds some": { path: "/api/Gift/list?Skip=4&Take=0", "/items": [] },
    "there are records": { path: "/api/Gift/list?Skip=0&Take=2", body: { items: [], total: 0 } },
  },
  fails: {
    "DON-03: The total leaves out the page itself": { "/total": 4 },
    "DON-03: The last page is empty": { "/items": [] },
    "DON-03 /items: A record is on the page twice": { "/items/1": { id: 5 } },
  },
};
