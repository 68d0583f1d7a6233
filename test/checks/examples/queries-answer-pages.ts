import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { "*": 200 },
  otherwise: {
    "there is more than one record": {
      "queryGifts: no optional parameter": { body: { items: [{ id: 1 }], total: 1 } },
      "queryGifts: another page": 404,
      "queryGifts: all of its parameters": { body: { items: [{ id: 1 }], total: 1 } },
    },
    "a page without a size holds more than one record": {
      "queryGifts: no optional parameter": { body: { items: [{ id: 2 }], total: 3 } },
      "queryGifts: another page": { body: { items: [{ id: 2 }], total: 3 } },
    },
  },
  fails: {
    "DON-10: A query is answered with 201, since it is a POST": {
      "querySegments: all of its parameters": 201,
    },
  },
};
