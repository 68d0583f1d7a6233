import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "getContact", body: contact },
  otherwise: {
    "everybody can be reached": { isUnjudged: true, "/contactIndividuals/0/contactMethods": [] },
    "types are those of the examples": { "/contactIndividuals/0/contactMethods/0/type": "Ham Radio" },
  },
  fails: {
    "CRM-04: isOptedIn is Y or N": { "/contactIndividuals/0/contactMethods/0/isOptedIn": "Y" },
    "CRM-04 /contactIndividuals/0/contactMethods/0/isOptedIn: A contact method's properties are spelt in snake_case":
      {
        "/contactIndividuals/0/contactMethods/0/isOptedIn": undefined,
        "/contactIndividuals/0/contactMethods/0/is_opted_in": true,
      },
  },
};
