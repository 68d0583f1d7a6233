import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getContact", body: contact }],
  otherwise: [
    { assumes: "every individual has a suffix", changes: { "/contactIndividuals/0/suffix": null } },
    { assumes: "every field is there", changes: { "/contactIndividuals/0/birthDate": undefined } },
    { assumes: "genders are two words", changes: { "/contactIndividuals/0/gender": "Nonbinary" } },
    { assumes: "ids fit into 32 bits", changes: { "/contactIndividuals/0/id": 1_099_511_627_776 } },
  ],
  fails: [
    {
      what: "An individual's properties are spelt in PascalCase",
      blames: "CRM-03",
      changes: { "/contactIndividuals/0/id": undefined, "/contactIndividuals/0/Id": 1 },
      pointer: "/contactIndividuals/0/id",
    },
    {
      what: "The id of an individual is a string",
      blames: "CRM-03",
      changes: { "/contactIndividuals/0/id": "1" },
      pointer: "/contactIndividuals/0/id",
    },
  ],
};
