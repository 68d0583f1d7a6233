import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "an invalid new group": { status: 422 },
        "an invalid group update": { status: 422 },
        "*": {},
      },
    },
  ],
  fails: [
    {
      what: "An invalid update of a group ends in an error of the server",
      blames: "VOL-05",
      answers: { "an invalid group update": { status: 500 } },
    },
    {
      what: "A new group that is invalid gets 200 with what is wrong",
      blames: "VOL-05",
      answers: { "an invalid new group": { status: 200 } },
    },
  ],
};
