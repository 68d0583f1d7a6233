import { contact } from "../kit/crm-models.ts";
import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "getContact", body: contact }],
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
