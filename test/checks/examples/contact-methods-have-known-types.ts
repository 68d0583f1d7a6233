import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    types: { body: ["Home Email", "Work Email", "Home Phone", "Work Phone", "Mobile Phone"] },
    reference: {
      body: {
        contactIndividuals: [{ contactMethods: [{ type: "Home Email" }, { type: "Mobile Phone" }] }],
      },
    },
    "*": 200,
  },
  otherwise: {
    "a contact has contact methods": {
      isUnjudged: true,
      answers: { reference: { body: { contactIndividuals: [{ contactMethods: [] }] } } },
    },
    "types stay as they were listed until the contacts are read": {
      isUnjudged: true,
      answers: {
        types: { "/0": "Home Phone" },
        "types again": { body: ["Home Email", "Mobile Phone"] },
      },
    },
    "contacts stay as they were while types are renamed": {
      isUnjudged: true,
      answers: {
        types: { "/0": "Private Email" },
        "types again": { body: ["Private Email", "Mobile Phone"] },
        "reference again": {
          body: {
            contactIndividuals: [{ contactMethods: [{ type: "Private Email" }, { type: "Mobile Phone" }] }],
          },
        },
      },
    },
  },
  fails: {
    "CRM-05 /contactIndividuals/0/contactMethods/0/type: The types endpoint lists the types of phones alone":
      { types: { "/0": "Home Phone" } },
    "CRM-05 /contactIndividuals/0/contactMethods/1/type: The types endpoint answers a first page of four and does not say so":
      { types: { "/4": undefined } },
  },
};
