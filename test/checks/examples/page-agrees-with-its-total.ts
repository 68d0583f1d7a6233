import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [
    {
      operation: "listGifts",
      path: "/api/Gift/list?Skip=4&Take=2",
      body: { items: [{ id: 5 }, { id: 6 }], total: 6 },
    },
  ],
  otherwise: [
    {
      assumes: "records that look alike are one",
      changes: { "/items": [{ name: "Quinn" }, { name: "Quinn" }] },
    },
    { assumes: "a place below zero is the first", path: "/api/Gift/list?Skip=-4&Take=2" },
    {
      assumes: "a page of none holds some",
      path: "/api/Gift/list?Skip=4&Take=0",
      changes: { "/items": [] },
    },
    { assumes: "there are records", path: "/api/Gift/list?Skip=0&Take=2", body: { items: [], total: 0 } },
  ],
  fails: [
    {
      what: "The total leaves out the page itself",
      blames: "DON-03",
      changes: { "/total": 4 },
      pointer: "/total",
    },
    { what: "The last page is empty", blames: "DON-03", changes: { "/items": [] }, pointer: "/items" },
    {
      what: "A record is on the page twice",
      blames: "DON-03",
      changes: { "/items/1": { id: 5 } },
      pointer: "/items",
    },
  ],
};
