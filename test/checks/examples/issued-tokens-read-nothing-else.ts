import { tokenRefusals } from "../kit/refusals.ts";

export const examples = tokenRefusals({
  "CRM-30: A refresh token reads webhooks": { "getWebhook with a refresh token": 200 },
  "CRM-21: An access token reads by reference": {
    "getContactByReference with an access token of the CRM": 200,
  },
  "GEN-04: A refreshed token reads users": { "listUsers with a refreshed access token of the CRM": 200 },
});
