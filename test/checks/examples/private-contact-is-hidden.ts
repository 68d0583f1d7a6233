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
