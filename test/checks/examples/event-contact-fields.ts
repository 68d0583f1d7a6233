import { eventContact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "addEventContact", body: eventContact }],
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
