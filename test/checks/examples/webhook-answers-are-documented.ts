import { webhook } from "../kit/crm-models.ts";
import { answeredBefore } from "../kit/answered-before.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "getWebhook", body: webhook },
  otherwise: {
    "nobody switches a webhook off and on while a run reads": answeredBefore(
      "getWebhook",
      "crm.credentials.apiKey",
      webhook,
      { ...webhook, active: false },
    ),
  },
  fails: { "CRM-25: A webhook is answered with 206": { status: 206 } },
};
