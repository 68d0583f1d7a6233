import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    permitted: { body: { isPrivate: true, name: "Noor Verborgen" } },
    "not permitted": { body: {} },
    ordinary: 200,
  },
  otherwise: {
    "a contact that is hidden is not found": {
      "not permitted": { status: 403, body: { message: "Not for you." } },
    },
    "the key may read ordinary contacts": {
      isUnjudged: true,
      answers: { permitted: { body: { isPrivate: false, name: "Noor Verborgen" } }, ordinary: 403 },
    },
    "the configured contact is private": {
      isUnjudged: true,
      answers: {
        permitted: { body: { isPrivate: false, name: "Noor Verborgen" } },
        "not permitted": { body: { name: "Noor Verborgen" } },
      },
    },
  },
  fails: {
    "CRM-02: A private contact is shown to every key, only what it gave is left out": {
      "not permitted": { "/name": "Noor Verborgen" },
    },
    "CRM-02 /isPrivate: isPrivate is false even of the contacts that are hidden": {
      permitted: { "/isPrivate": false },
    },
  },
};
