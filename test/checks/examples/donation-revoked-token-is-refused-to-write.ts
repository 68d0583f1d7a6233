import { donationRefusals } from "../kit/refusals.ts";

export const examples = donationRefusals({
  "DON-21: Replacements accept a revoked token, the reads do not": {
    "replaceProject with a revoked token": 200,
  },
  "DON-21: A second parser reads bearer in small letters, and knows of no revocation": {
    "replaceProject with a revoked token behind bearer in small letters": 200,
  },
});
