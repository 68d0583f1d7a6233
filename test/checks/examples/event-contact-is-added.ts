import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        added: { body: { contactId: 1, firstName: "Amara" } },
        contact: { body: { contactIndividuals: [{ id: 1, firstName: "Amara" }] } },
        "*": {},
      },
    },
  ],
  otherwise: [
    {
      assumes: "the individual is not on the event yet",
      isUnjudged: true,
      answers: { added: { status: 409 } },
    },
    { assumes: "the contact that an answer names may be read", answers: { contact: { status: 403 } } },
    { assumes: "an individual can be added once only", answers: { "added again": { status: 422 } } },
  ],
  fails: [
    {
      what: "Adding an individual to an event points to nothing",
      blames: "CRM-24",
      answers: { added: { status: 404 } },
    },
    {
      what: "Another individual than the one asked for is added to the event",
      blames: "CRM-24",
      answers: { added: { changes: { "/firstName": "Zoë" } } },
      pointer: "/firstName",
    },
  ],
};
