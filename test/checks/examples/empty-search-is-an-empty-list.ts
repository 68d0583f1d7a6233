import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { all: { body: { list: [] } }, none: { body: { list: [], total: 0 } } },
  otherwise: {
    "there is a search": { isUnjudged: true, answers: { all: { status: 404, body: {} } } },
    "a search matches nothing at any time": { all: { body: { list: [{ id: 1 }], total: 1 } } },
  },
  fails: {
    "CRM-28: A search without a match gets 204": { none: 204 },
    "CRM-28 /total: The serializer leaves out a total of 0": { none: { "/total": undefined } },
  },
};
