import type { ActiveExamples, Family } from "../../kit/example.ts";
import { tokenRefusals } from "../../kit/refusals.ts";

export const active: Family<ActiveExamples> = {
  "issued-tokens-read-nothing-else": tokenRefusals({
    "CRM-30: A refresh token reads webhooks": { "getWebhook with a refresh token": 200 },
    "CRM-21: An access token reads by reference": {
      "getContactByReference with an access token of the CRM": 200,
    },
    "GEN-04: A refreshed token reads users": { "listUsers with a refreshed access token of the CRM": 200 },
  }),
  "issued-tokens-write-nothing-else": tokenRefusals({
    "CRM-30: A refresh token replaces notes": { "replaceContactNote with a refresh token": 200 },
    "GEN-04: An access token replaces projects": { "replaceProject with an access token of the CRM": 200 },
  }),
};
