import type { ActiveExamples } from "../kit/example.ts";
import { replacementExamples } from "../kit/replacement-examples.ts";

export const examples: ActiveExamples = replacementExamples(
  { kind: "campaign", id: 9, reads: ["listCampaigns", "queryCampaigns"], readBlames: "DON-04" },
  {
    fails: {
      "DON-10: The query fails from the second time on": {
        replay: JSON.stringify([["read", 1]]),
        answers: { "4 read: the campaign is read by queryCampaigns": 500 },
      },
    },
  },
);
