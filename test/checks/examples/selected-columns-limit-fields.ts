import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    seed: 1,
    answers: {
      "queryGifts: plain": {
        body: { items: [{ donorId: 1, projects: [{ id: 1, name: "General fund", amount: 50 }] }] },
      },
      "getQueryOptions of query type 3": { body: { options: [{ parameter: "donorId" }] } },
      "queryGifts: column 1": 200,
      "queryGifts: column 1 on a later page": { body: { items: [{}] } },
    },
  },
  otherwise: {
    "there are records": {
      isUnjudged: true,
      answers: { "queryGifts: plain": { body: { items: [], total: 0 } } },
    },
    "what is selected is answered as fields": {
      "queryGifts: column 1": { body: { items: [{ values: [1] }] } },
    },
    "a record is nothing but its columns": {
      "queryGifts: column 1 on a later page": { body: { items: [{ donorId: 2, etag: "a" }] } },
    },
  },
  fails: {
    "DON-14 /items/0: Fields of gifts that are objects or lists come whatever was selected": {
      "queryGifts: column 1 on a later page": {
        "/items/0/projects": [{ id: 1, name: "General fund", amount: 50 }],
      },
    },
  },
};
