import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      seed: 1,
      answers: {
        "queryGifts: plain": {
          body: { items: [{ donorId: 1, projects: [{ id: 1, name: "General fund", amount: 50 }] }] },
        },
        "getQueryOptions 3": { body: { options: [{ parameter: "donorId" }] } },
        "queryGifts: column 1": {},
        "queryGifts: column 1 on a later page": { body: { items: [{}] } },
      },
    },
  ],
  otherwise: [
    {
      assumes: "there are records",
      isUnjudged: true,
      answers: { "queryGifts: plain": { body: { items: [], total: 0 } } },
    },
    {
      assumes: "what is selected is answered as fields",
      answers: { "queryGifts: column 1": { body: { items: [{ values: [1] }] } } },
    },
    {
      assumes: "a record is nothing but its columns",
      answers: { "queryGifts: column 1 on a later page": { body: { items: [{ donorId: 2, etag: "a" }] } } },
    },
  ],
  fails: [
    {
      what: "Fields of gifts that are objects or lists come whatever was selected",
      blames: "DON-14",
      answers: {
        "queryGifts: column 1 on a later page": {
          changes: { "/items/0/projects": [{ id: 1, name: "General fund", amount: 50 }] },
        },
      },
      pointer: "/items/0",
    },
  ],
};
