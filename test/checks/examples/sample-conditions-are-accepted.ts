import type { ActiveExamples } from "../kit/example.ts";

const conditions = [{ parameter: "id", operator: 3, value: 1 }];

export const examples: ActiveExamples = {
  passes: [
    {
      settings: {
        "donation.queries.sampleConditions": { gift: conditions },
        "donation.queries.sampleConditions.gift": conditions,
      },
      answers: { "*": { body: { items: [], total: 0 } } },
    },
  ],
  otherwise: [
    {
      assumes: "a query in vain is a page without records",
      answers: { "queryGifts with condition 1": { status: 404 } },
    },
    {
      assumes: "a query takes any order",
      answers: {
        "queryGifts in an order": { status: 400 },
        "queryGifts in an order with condition 1": { status: 400 },
      },
    },
    { assumes: "a server is never busy", answers: { "queryGifts with condition 1": { status: 503 } } },
    {
      assumes: "conditions match something",
      answers: { "queryGifts with condition 1": { body: { items: [], total: 0 } } },
    },
  ],
  fails: [
    {
      what: "A query of gifts refuses its condition",
      blames: "DON-13",
      answers: { "queryGifts with condition 1": { status: 400 } },
    },
    {
      what: "A query of gifts refuses its condition together with an order",
      blames: "DON-13",
      answers: { "queryGifts in an order with condition 1": { status: 400 } },
    },
  ],
};
