import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "getContact", body: contact },
  otherwise: {
    "every individual has a suffix": { "/contactIndividuals/0/suffix": null },
    "every field is there": { "/contactIndividuals/0/birthDate": undefined },
    "genders are two words": { "/contactIndividuals/0/gender": "Nonbinary" },
    "ids fit into 32 bits": { "/contactIndividuals/0/id": 1_099_511_627_776 },
  },
  fails: {
    "CRM-03 /contactIndividuals/0/id: An individual's properties are spelt in PascalCase": {
      "/contactIndividuals/0/id": undefined,
      "/contactIndividuals/0/Id": 1,
    },
    "CRM-03: The id of an individual is a string": { "/contactIndividuals/0/id": "1" },
  },
};
