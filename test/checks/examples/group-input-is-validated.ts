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
  otherwise: [
    {
      assumes: "what an earlier run has created can be created again",
      isLive: true,
      answers: { createGroup: { status: 422 } },
    },
    {
      assumes: "an answer shows the group",
      answers: { "a new group": { status: 201, text: "Created." }, "a group update": { status: 204 } },
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
