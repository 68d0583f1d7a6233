import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [{ answers: { "*": {} } }],
  otherwise: [
    {
      assumes: "there is more than one record",
      answers: {
        "queryGifts: queryType alone": { body: { items: [{ id: 1 }], total: 1 } },
        "queryGifts: another page": { status: 404 },
        "queryGifts: a page": { body: { items: [{ id: 1 }], total: 1 } },
      },
    },
    {
      assumes: "a page without a size holds more than one record",
      answers: {
        "queryGifts: queryType alone": { body: { items: [{ id: 2 }], total: 3 } },
        "queryGifts: another page": { body: { items: [{ id: 2 }], total: 3 } },
      },
    },
  ],
  fails: [
    {
      what: "A query is answered with 201, since it is a POST",
      blames: "DON-10",
      answers: { "querySegments: a page": { status: 201 } },
    },
  ],
};
