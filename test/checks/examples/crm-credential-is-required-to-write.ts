import { refusals } from "../kit/refusals.ts";

export const examples = refusals(401, {
  "CRM-30: A request without a credential gets 403": {
    "replaceContactNote with no credential": 403,
    "replaceContactNote with a credential in other places, together": 403,
  },
  "CRM-30: The key alone, without Bearer before it, is accepted": {
    "replaceContactNote with no scheme": 200,
  },
});
