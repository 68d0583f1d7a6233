import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { "*": 400 },
  otherwise: { "a wrong query type is refused with 400": { "*": 404 } },
  fails: {
    "DON-11: The campaign query passes over a queryType that it cannot read": {
      "queryCampaigns with its own query type as a text": 200,
    },
    "DON-11: A query type is read from a text": {
      "queryDonors with its own query type as a text of digits": 200,
    },
    "DON-11: A query type is rounded": { "queryDonors with a query type half below its own": 200 },
    "DON-11: A query without queryType is taken for one of its endpoint's": {
      "queryRecurringGifts with a filter and without a query type": 200,
    },
  },
};
