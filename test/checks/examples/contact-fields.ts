import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getContact", body: contact }],
  fails: [
    { what: "isPrivate is 0 or 1", blames: "CRM-01", changes: { "/isPrivate": 0 }, pointer: "/isPrivate" },
    {
      what: "A contact's properties are spelt in PascalCase",
      blames: "CRM-01",
      changes: { "/id": undefined, "/Id": 1 },
      pointer: "/id",
    },
  ],
};
