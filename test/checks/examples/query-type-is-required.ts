import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": { status: 400 } } }],
  otherwise: [{ assumes: "a wrong query type is refused with 400", answers: { "*": { status: 404 } } }],
  fails: [
    {
      what: "The campaign query passes over a queryType that it cannot read",
      blames: "DON-11",
      answers: { "queryCampaigns: query type a word": { status: 200 } },
    },
    {
      what: "A query type is read from a text",
      blames: "DON-11",
      answers: { "queryDonors: query type its own as text": { status: 200 } },
    },
    {
      what: "A query type is rounded",
      blames: "DON-11",
      answers: { "queryDonors: query type half below its own": { status: 200 } },
    },
    {
      what: "A query without queryType is taken for one of its endpoint's",
      blames: "DON-11",
      answers: { "queryRecurringGifts: query type left out with a filter": { status: 200 } },
    },
  ],
};
