import { eventContact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "addEventContact", body: eventContact },
  otherwise: {
    "everybody can be reached": { "/primaryPhone": "", "/primaryEmail": "" },
    "ids fit into 32 bits": { "/id": 1_099_511_627_776 },
  },
  fails: {
    "CRM-07: eventContactUrl is missing": { "/eventContactUrl": undefined },
    "CRM-07: contactId of an event contact is a string": { "/contactId": "1" },
  },
};
