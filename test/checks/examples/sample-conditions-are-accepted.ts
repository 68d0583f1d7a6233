import type { ActiveExamples } from "../kit/example.ts";

const conditions = [{ parameter: "id", operator: 3, value: 1 }];

export const examples: ActiveExamples = {
  pass: {
    settings: {
      "donation.queries.sampleConditions": { gift: conditions },
      "donation.queries.sampleConditions.gift": conditions,
    },
    answers: { "*": { body: { items: [], total: 0 } } },
  },
  otherwise: {
    "a query in vain is a page without records": { "queryGifts with condition 1": 404 },
    "a query takes any order": {
      "queryGifts in an order": 400,
      "queryGifts in an order with condition 1": 400,
    },
    "a server is never busy": { "queryGifts with condition 1": 503 },
    "conditions match something": { "queryGifts with condition 1": { body: { items: [], total: 0 } } },
  },
  fails: {
    "DON-13: A query of gifts refuses its condition": { "queryGifts with condition 1": 400 },
    "DON-13: A query of gifts refuses its condition together with an order": {
      "queryGifts in an order with condition 1": 400,
    },
  },
};
