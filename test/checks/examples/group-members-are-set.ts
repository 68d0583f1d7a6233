import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    seed: 1,
    answers: {
      "all members, read back": { body: { data: [{ id: 2 }, { id: 3 }, { id: 4 }] } },
      "all but the last, read back": { body: { data: [{ id: 2 }, { id: 3 }] } },
      "invalid members": 422,
      "*": 200,
    },
  },
  otherwise: {
    "fewer members than are declared are valid, too": {
      "all but the last": 422,
      "all but the last, read back": { body: { data: [{ id: 2 }, { id: 3 }, { id: 4 }] } },
    },
  },
  fails: {
    "VOL-06: Invalid members get 400 in place of 422": { "invalid members": 400 },
    "VOL-06: Members are added to those who are there": {
      "all but the last, read back": { "/data/2": { id: 4 } },
    },
  },
};
