import { donationRefusals } from "../kit/refusals.ts";

export const examples = donationRefusals({
  "DON-21: Without a credential the lists answer an empty page in place of a refusal": {
    "listGifts with no credential": 200,
    "listGifts with a credential in other places, together": 200,
  },
  "DON-21: The segment query decodes the token and does not verify it": {
    "querySegments with a credential in other places and a malformed token, together": 200,
  },
});
