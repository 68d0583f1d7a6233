import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      seed: 1,
      answers: {
        "all members, read back": { body: { data: [{ id: 2 }, { id: 3 }, { id: 4 }] } },
        "all but the last, read back": { body: { data: [{ id: 2 }, { id: 3 }] } },
        "invalid members": { status: 422 },
        "*": {},
      },
    },
  ],
  otherwise: [
    {
      assumes: "fewer members than are declared are valid, too",
      answers: { "all but the last": { status: 422 } },
    },
  ],
  fails: [
    {
      what: "Invalid members get 400 in place of 422",
      blames: "VOL-06",
      answers: { "invalid members": { status: 400 } },
    },
    {
      what: "Members are added to those who are there",
      blames: "VOL-06",
      answers: { "all but the last, read back": { changes: { "/data/2": { id: 4 } } } },
    },
  ],
};
