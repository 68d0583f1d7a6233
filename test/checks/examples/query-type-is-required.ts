import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { "*": 400 },
  otherwise: { "a wrong query type is refused with 400": { "*": 404 } },
  fails: {
    "DON-11: The campaign query passes over a queryType that it cannot read": {
      "queryCampaigns: query type its own as a text": 200,
    },
    "DON-11: A query type is read from a text": {
      "queryDonors: query type its own as a text of digits": 200,
    },
    "DON-11: A query type is rounded": { "queryDonors: query type half below its own": 200 },
    "DON-11: A query without queryType is taken for one of its endpoint's": {
      "queryRecurringGifts: query type left out with a filter": 200,
    },
  },
};
