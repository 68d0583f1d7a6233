import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "listGifts", body: { items: [], total: 0 } },
  otherwise: {
    "a page has no further members": { "/next": null, "/page": 1 },
    "records are objects with an id": { "/items": [{}], "/total": 1 },
  },
  fails: {
    "DON-01: Every page has its records under list, as the CRM has them": { "/list": [] },
    "DON-01: Every page counts its records in totalCount": { "/total": undefined },
    "DON-01: A list without a match has no content": { status: 204, body: undefined },
  },
};
