import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
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
        "listed 0": { body: { data: { id: 1 } } },
        "listed 1": { body: { data: { id: 8 } } },
        "listed 2": { body: { data: { id: 14 } } },
        unknown: { status: 404 },
      },
    },
  ],
  otherwise: [
    {
      assumes: "a user who was listed is there until the read",
      answers: {
        "listed 1": { status: 404 },
        "list again": { body: { data: [{ id: 1 }] } },
      },
    },
    {
      assumes: "who may list a user may read the user",
      answers: { "listed 1": { status: 403 } },
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
