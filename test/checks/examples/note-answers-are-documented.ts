import { note } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "replaceContactNote", body: note }],
  fails: [{ what: "A replacement is answered with 202", blames: "CRM-26", status: 202 }],
};
