import { webhook } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getWebhook", body: webhook }],
  otherwise: [
    {
      assumes: "nobody switches a webhook off and on while a run reads",
      credential: "crm.credentials.apiKey",
      after: [webhook, { ...webhook, active: false }].map((body) => ({
        operation: "getWebhook",
        credential: "crm.credentials.apiKey",
        body,
      })),
    },
  ],
  fails: [{ what: "A webhook is answered with 206", blames: "CRM-25", status: 206 }],
};
