import { webhook } from "../kit/crm-models.ts";
import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getWebhook", body: webhook }],
  otherwise: [
    {
      assumes: "nobody switches a webhook off and on while a run reads",
      ...answeredBefore("getWebhook", "crm.credentials.apiKey", webhook, { ...webhook, active: false }),
    },
  ],
  fails: [{ what: "A webhook is answered with 206", blames: "CRM-25", status: 206 }],
};
