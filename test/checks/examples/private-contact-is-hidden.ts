import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        permitted: { body: { isPrivate: true, name: "Noor Verborgen" } },
        "not permitted": { body: {} },
        ordinary: {},
      },
    },
  ],
  otherwise: [
    {
      assumes: "a contact that is hidden is not found",
      answers: { "not permitted": { status: 403, body: { message: "Not for you." } } },
    },
    {
      assumes: "the key may read ordinary contacts",
      isUnjudged: true,
      answers: {
        permitted: { body: { isPrivate: false, name: "Noor Verborgen" } },
        ordinary: { status: 403 },
      },
    },
    {
      assumes: "the configured contact is private",
      isUnjudged: true,
      answers: {
        permitted: { body: { isPrivate: false, name: "Noor Verborgen" } },
        "not permitted": { body: { name: "Noor Verborgen" } },
      },
    },
  ],
  fails: [
    {
      what: "A private contact is shown to every key, only what it gave is left out",
      blames: "CRM-02",
      answers: { "not permitted": { changes: { "/name": "Noor Verborgen" } } },
    },
    {
      what: "isPrivate is false even of the contacts that are hidden",
      blames: "CRM-02",
      answers: { permitted: { changes: { "/isPrivate": false } } },
      pointer: "/isPrivate",
    },
  ],
};
