import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getContact", body: contact }],
  otherwise: [
    {
      assumes: "everybody can be reached",
      isUnjudged: true,
      changes: { "/contactIndividuals/0/contactMethods": [] },
    },
    {
      assumes: "types are those of the examples",
      changes: { "/contactIndividuals/0/contactMethods/0/type": "Ham Radio" },
    },
  ],
  fails: [
    {
      what: "isOptedIn is Y or N",
      blames: "CRM-04",
      changes: { "/contactIndividuals/0/contactMethods/0/isOptedIn": "Y" },
      pointer: "/contactIndividuals/0/contactMethods/0/isOptedIn",
    },
    {
      what: "A contact method's properties are spelt in snake_case",
      blames: "CRM-04",
      changes: {
        "/contactIndividuals/0/contactMethods/0/isOptedIn": undefined,
        "/contactIndividuals/0/contactMethods/0/is_opted_in": true,
      },
      pointer: "/contactIndividuals/0/contactMethods/0/isOptedIn",
    },
  ],
};
