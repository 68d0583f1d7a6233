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
