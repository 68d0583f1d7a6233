import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getContact", body: contact }],
  fails: [
    { what: "A contact that was read before is answered with 304", blames: "CRM-22", status: 304 },
    {
      what: "An error is answered with 200",
      blames: "CRM-22",
      body: { error: { code: "NOT_FOUND", message: "No.", details: [] } },
    },
  ],
};
