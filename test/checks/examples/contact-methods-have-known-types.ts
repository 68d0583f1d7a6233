import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        types: { body: ["Home Email", "Work Email", "Home Phone", "Work Phone", "Mobile Phone"] },
        reference: {
          body: {
            contactIndividuals: [{ contactMethods: [{ type: "Home Email" }, { type: "Mobile Phone" }] }],
          },
        },
        "*": {},
      },
    },
  ],
  otherwise: [
    {
      assumes: "a contact has contact methods",
      isUnjudged: true,
      answers: { reference: { body: { contactIndividuals: [{ contactMethods: [] }] } } },
    },
    {
      assumes: "types stay as they were listed until the contacts are read",
      answers: {
        types: { changes: { "/0": "Home Phone" } },
        "types again": { body: ["Home Email", "Mobile Phone"] },
      },
    },
    {
      assumes: "contacts stay as they were while types are renamed",
      answers: {
        types: { changes: { "/0": "Private Email" } },
        "types again": { body: ["Private Email", "Mobile Phone"] },
        "reference again": {
          body: {
            contactIndividuals: [{ contactMethods: [{ type: "Private Email" }, { type: "Mobile Phone" }] }],
          },
        },
      },
    },
  ],
  fails: [
    {
      what: "The types endpoint lists the types of phones alone",
      blames: "CRM-05",
      answers: { types: { changes: { "/0": "Home Phone" } } },
      pointer: "/contactIndividuals/0/contactMethods/0/type",
    },
    {
      what: "The types endpoint answers a first page of four and does not say so",
      blames: "CRM-05",
      answers: { types: { changes: { "/4": undefined } } },
      pointer: "/contactIndividuals/0/contactMethods/1/type",
    },
  ],
};
