import { refusals } from "../kit/refusals.ts";

export const examples = refusals(401, {
  "CRM-21: The read by reference answers 403 to an API key that is accepted elsewhere": {
    "bearer, unknown reference": 403,
  },
  "CRM-21: The read by reference answers 403 to a key without permission, before it looks at its kind": {
    "bearer limitedApiKey": 403,
  },
});
