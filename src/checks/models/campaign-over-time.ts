import { replacementModel } from "../support/replacement-model.ts";

export const campaignOverTime = replacementModel(
  {
    name: "campaign",
    replace: "replaceCampaign",
    reads: [
      { operation: "listCampaigns", fact: "DON-04" },
      { operation: "queryCampaigns", fact: "DON-10" },
    ],
  },
  {
    id: "campaign-over-time",
    title: "Every read shows a campaign as it was last replaced, whatever was sent before",
    why: "A list that is behind its store shows a campaign as nobody left it.",
  },
);
