import { webhook } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getWebhook", body: webhook }],
  fails: [
    {
      what: "secret shows its last four characters behind asterisks",
      blames: "CRM-15",
      changes: { "/secret": "********9NWE" },
      pointer: "/secret",
    },
  ],
};
