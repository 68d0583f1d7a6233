import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getContact", body: contact }],
  otherwise: [
    { assumes: "an address has a second line", changes: { "/address/address2": null } },
    { assumes: "ids fit into 32 bits", changes: { "/address/id": 1_099_511_627_776 } },
    { assumes: "labels are a few known words", changes: { "/address/label": "Cottage by the sea" } },
  ],
  fails: [
    {
      what: "postal is a number and loses its zeros",
      blames: "CRM-06",
      changes: { "/address/postal": 5001 },
      pointer: "/address/postal",
    },
    {
      what: "The lines of an address are called address_1 and address_2",
      blames: "CRM-06",
      changes: { "/address/address1": undefined, "/address/address_1": "1 Sample Street" },
      pointer: "/address/address1",
    },
  ],
};
