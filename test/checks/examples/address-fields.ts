import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "getContact", body: contact },
  otherwise: {
    "an address has a second line": { "/address/address2": null },
    "ids fit into 32 bits": { "/address/id": 1_099_511_627_776 },
    "labels are a few known words": { "/address/label": "Cottage by the sea" },
  },
  fails: {
    "CRM-06: postal is a number and loses its zeros": { "/address/postal": 5001 },
    "CRM-06 /address/address1: The lines of an address are called address_1 and address_2": {
      "/address/address1": undefined,
      "/address/address_1": "1 Sample Street",
    },
  },
};
