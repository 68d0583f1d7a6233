import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "getContact", body: contact },
  otherwise: {
    "every contact has a website": { "/website": null, "/maritalStatus": null },
    "every field is there": { "/informalName": undefined, "/anniversaryDay": undefined },
    "ids fit into 32 bits": { "/id": 1_099_511_627_776 },
    "types of contacts are a few known words": { "/contactType": "Trust" },
  },
  fails: {
    "CRM-01: isPrivate is 0 or 1": { "/isPrivate": 0 },
    "CRM-01 /id: A contact's properties are spelt in PascalCase": { "/id": undefined, "/Id": 1 },
  },
};
