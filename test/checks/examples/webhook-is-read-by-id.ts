import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { known: { body: { id: 1 } }, unknown: 404 },
  otherwise: {
    "a webhook that there is not is not found": { unknown: 403 },
    "a webhook is nothing but its id": { known: { body: { id: 1, secret: null, links: { id: 2 } } } },
  },
  fails: {
    "CRM-25: Reading a webhook answers 204": { known: 204 },
    "CRM-25: Reading a webhook answers an array with the one webhook": { known: { body: [{ id: 1 }] } },
    "CRM-25: An id that no webhook has is answered with an empty one": { unknown: 200 },
  },
};
