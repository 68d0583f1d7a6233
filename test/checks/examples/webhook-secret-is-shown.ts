import { webhook } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getWebhook", body: webhook }],
  otherwise: [
    { assumes: "a secret has no asterisks", changes: { "/secret": "ab*c**d*9" } },
    { assumes: "a secret is no word", changes: { "/secret": "hidden-in-the-garden" } },
    { assumes: "every webhook has a secret", changes: { "/secret": "" } },
  ],
  fails: [
    {
      what: "secret shows its last four characters behind asterisks",
      blames: "CRM-15",
      changes: { "/secret": "********9NWE" },
      pointer: "/secret",
    },
  ],
};
