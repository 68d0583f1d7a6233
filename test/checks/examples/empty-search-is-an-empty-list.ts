import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { all: { body: { list: [] } }, none: { body: { list: [], total: 0 } } } }],
  otherwise: [
    { assumes: "there is a search", isUnjudged: true, answers: { all: { status: 404, body: {} } } },
    {
      assumes: "a search matches nothing at any time",
      answers: { all: { body: { list: [{ id: 1 }], total: 1 } } },
    },
  ],
  fails: [
    { what: "A search without a match gets 204", blames: "CRM-28", answers: { none: { status: 204 } } },
    {
      what: "The serializer leaves out a total of 0",
      blames: "CRM-28",
      answers: { none: { changes: { "/total": undefined } } },
      pointer: "/total",
    },
  ],
};
