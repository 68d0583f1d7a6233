import { donationRefusals } from "../kit/refusals.ts";

export const examples = donationRefusals({
  "DON-21: The list of projects asks whether there is an Authorization header, not what it holds": {
    "querySegments with a revoked token behind bearer in small letters": 200,
  },
});
