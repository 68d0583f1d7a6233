import { webhook } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getWebhook", body: webhook }],
  fails: [{ what: "A webhook is answered with 206", blames: "CRM-25", status: 206 }],
};
