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
