import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      seed: 1,
      answers: {
        configured: { body: {} },
        list: {
          body: {
            data: [
              { id: 1 },
              { id: 2 },
              { id: 3 },
              { id: 4 },
              { id: 5 },
              { id: 8 },
              {},
              { id: 11 },
              { id: 12 },
              { id: 13 },
              { id: 14 },
            ],
          },
        },
        "listed 1": { body: { data: { id: 8 } } },
      },
    },
  ],
  fails: [
    { what: "No user can be read by id", blames: "VOL-02", answers: { configured: { status: 404 } } },
    {
      what: "Reading a user passes over the id and answers the caller",
      blames: "VOL-02",
      answers: { "listed 1": { changes: { "/data/id": 1 } } },
    },
  ],
};
