import { webhook } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "getWebhook", body: webhook },
  otherwise: {
    "a webhook is active": { "/active": false, "/giftCreate": false },
    "ids fit into 32 bits": { "/id": 1_099_511_627_776 },
  },
  fails: {
    "CRM-15: A webhook's flags are 0 or 1": { "/contactCreate": 1 },
    "CRM-15: eventDelete, the flag that came last, is missing": { "/eventDelete": undefined },
  },
};
