import { refusals } from "../kit/refusals.ts";

export const examples = refusals(401, {
  "CRM-30: A read without a credential is redirected to the login page": {
    "getContact with no credential": 302,
    "getContact with no credential, in full": 302,
    "getContact with a credential in other places, together": 302,
  },
  "CRM-30: The key alone, without Bearer before it, is accepted": { "getContact with no scheme": 200 },
  "CRM-30: The key is compared without regard to case": {
    "getWebhook with a token in the other letter case": 200,
  },
});
