import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "listGifts", body: { items: [], total: 0 } }],
  otherwise: [
    { assumes: "a page has no further members", changes: { "/next": null, "/page": 1 } },
    { assumes: "records are objects with an id", changes: { "/items": [{}], "/total": 1 } },
  ],
  fails: [
    {
      what: "Every page has its records under list, as the CRM has them",
      blames: "DON-01",
      changes: { "/list": [] },
      pointer: "/list",
    },
    {
      what: "Every page counts its records in totalCount",
      blames: "DON-01",
      changes: { "/total": undefined },
      pointer: "/total",
    },
    { what: "A list without a match has no content", blames: "DON-01", status: 204, body: undefined },
  ],
};
