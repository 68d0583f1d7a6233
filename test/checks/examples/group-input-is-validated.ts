import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: { "an invalid new group": 422, "an invalid group update": 422, "*": 200 },
  otherwise: {
    "what an earlier run has created can be created again": { isLive: true, answers: { createGroup: 422 } },
    "what a refused update left alone is shown in the same order": {
      before: { body: { id: 1, name: { en: "Sorting", de: "Sortieren" } } },
      between: { body: { id: 1, name: { de: "Sortieren", en: "Sorting" } } },
    },
    "an answer shows the group": { "a new group": { status: 201, text: "Created." }, "a group update": 204 },
  },
  fails: {
    "VOL-05: An invalid update of a group ends in an error of the server": { "an invalid group update": 500 },
    "VOL-05: A new group that is invalid gets 200 with what is wrong": { "an invalid new group": 200 },
  },
};
