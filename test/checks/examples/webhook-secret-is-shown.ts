import { webhook } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "getWebhook", body: webhook },
  otherwise: {
    "a secret has no asterisks": { "/secret": "ab*c**d*9" },
    "a secret is no word": { "/secret": "hidden-in-the-garden" },
    "every webhook has a secret": { "/secret": "" },
  },
  fails: { "CRM-15: secret shows its last four characters behind asterisks": { "/secret": "********9NWE" } },
};
