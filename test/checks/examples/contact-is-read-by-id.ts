import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { known: { body: { id: 1 } }, unknown: 404, "bad credential": 401 },
  otherwise: {
    "a contact has every field of its model": { known: { body: { id: 1, name: "Ada" } } },
    "a refusal is in the canonical envelope": {
      "bad credential": { text: "Authorization has been denied for this request." },
    },
  },
  fails: {
    "CRM-22: An id that no contact has gets 204": { unknown: 204 },
    "CRM-22: A token that is none gets 404 from the read by id": { "bad credential": 404 },
  },
};
