import { eventContact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "addEventContact", body: eventContact }],
  otherwise: [
    { assumes: "everybody can be reached", changes: { "/primaryPhone": "", "/primaryEmail": "" } },
    { assumes: "ids fit into 32 bits", changes: { "/id": 1_099_511_627_776 } },
  ],
  fails: [
    {
      what: "eventContactUrl is missing",
      blames: "CRM-07",
      changes: { "/eventContactUrl": undefined },
      pointer: "/eventContactUrl",
    },
    {
      what: "contactId of an event contact is a string",
      blames: "CRM-07",
      changes: { "/contactId": "1" },
      pointer: "/contactId",
    },
  ],
};
