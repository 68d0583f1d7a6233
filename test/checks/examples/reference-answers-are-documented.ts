import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getContactByReference", body: contact }],
  fails: [{ what: "A proxy answers 203", blames: "CRM-21", status: 203 }],
};
