import type { ActiveExamples } from "../kit/example.ts";

const contact = { body: { id: 1, name: "Ada" } };
const another = { body: { id: 3, name: "Edsger" } };
const note = { body: { id: 1, note: "Called.", important: true } };

export const examples: ActiveExamples = {
  pass: {
    replay: JSON.stringify([["at-once"]]),
    answers: {
      getContact: contact,
      replaceContactNote: note,
      "3 at-once: another getContact, before": another,
      "6 at-once: another getContact, at once": another,
      "8 at-once: another getContact, after": another,
    },
  },
  otherwise: {
    "nobody renames a contact meanwhile": {
      "5 at-once: getContact, at once": { body: { id: 1, name: "Grace" } },
      "7 at-once: getContact, after": { body: { id: 1, name: "Grace" } },
    },
    "the private contact is visible": {
      "3 at-once: another getContact, before": 403,
      "6 at-once: another getContact, at once": 403,
      "8 at-once: another getContact, after": 403,
    },
    "nobody removes a contact's name for a moment": {
      "5 at-once: getContact, at once": { body: { id: 1 } },
    },
    "so many requests at once are allowed": { "5 at-once: getContact, at once": 429 },
  },
  fails: {
    "CRM-22: Both reads are answered with one contact": { "6 at-once: another getContact, at once": contact },
    "CRM-26: A note cannot be replaced while something is read": {
      "4 at-once: replaceContactNote, at once": 500,
    },
  },
};
