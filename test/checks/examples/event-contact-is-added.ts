import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    added: { body: { contactId: 1, firstName: "Amara" } },
    contact: {
      body: {
        contactIndividuals: [
          { id: 1, firstName: "Amara" },
          { id: 2, firstName: "Zoë" },
        ],
      },
    },
    "another added": { body: { contactId: 1, firstName: "Zoë" } },
    "*": 200,
  },
  otherwise: {
    "the individual is not on the event yet": { isUnjudged: true, answers: { added: 409 } },
    "the contact that an answer names may be read": { contact: 403 },
    "an individual can be added once only": { "added again": 422, "another added": 409 },
  },
  fails: {
    "CRM-24: Adding an individual to an event points to nothing": { added: 404 },
    "CRM-24 /contactId: The answer names the individual in place of the contact": { contact: 404 },
    "CRM-24 /firstName: A second individual is answered as the first": {
      "another added": { "/firstName": "Amara" },
    },
    "CRM-24 /firstName: Another individual than the one asked for is added to the event": {
      added: { "/firstName": "Zoë" },
    },
  },
};
