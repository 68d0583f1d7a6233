import { donationRefusals } from "../kit/refusals.ts";

export const examples = donationRefusals({
  "DON-21: No donation endpoint asks for a credential": {
    "replaceProject with no credential": 200,
    "replaceProject with a credential in other places, together": 200,
  },
  "DON-21: A token without Bearer before it is accepted": {
    "replaceCampaign with no credential": 200,
    "replaceCampaign with a credential in other places, together": 200,
  },
});
