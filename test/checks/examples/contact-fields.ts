import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getContact", body: contact }],
  otherwise: [
    { assumes: "every contact has a website", changes: { "/website": null, "/maritalStatus": null } },
    {
      assumes: "every field is there",
      changes: { "/informalName": undefined, "/anniversaryDay": undefined },
    },
    { assumes: "ids fit into 32 bits", changes: { "/id": 1_099_511_627_776 } },
    { assumes: "types of contacts are a few known words", changes: { "/contactType": "Trust" } },
  ],
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
