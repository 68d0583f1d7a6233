import { refusals } from "../kit/refusals.ts";

export const examples = refusals(401, {
  "CRM-32: A revoked key gets 403 from the read of webhooks": { "getWebhook with a revoked key": 403 },
  "CRM-32: Reading a contact does not ask whether a key was revoked": {
    "getContact with a revoked key": 200,
  },
});
