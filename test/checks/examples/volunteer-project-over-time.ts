import type { ActiveExamples } from "../kit/example.ts";

const shown = (name: string) => ({ body: { data: { id: 1, name } } });

export const examples: ActiveExamples = {
  passes: [
    {
      replay: JSON.stringify([
        ["update", 7],
        ["refused", [8, "no credential"]],
        ["refused", [9, "limitedToken"]],
        ["two-at-once", [3, 4]],
      ]),
      answers: {
        "1 begin: the declared update": { status: 204 },
        "2 update: an update marked 7": { status: 204 },
        "3 update: read back": shown("Conformance run 7"),
        "4 refused: an update marked 8 with no credential, to be refused": { status: 401 },
        "5 refused: read back": shown("Conformance run 7"),
        "6 refused: an update marked 9 with limitedToken, to be refused": { status: 403 },
        "7 refused: read back": shown("Conformance run 7"),
        "8 two-at-once: one of two updates at once, marked 3,": { status: 204 },
        "9 two-at-once: the other one, marked 4,": { status: 204 },
        "10 two-at-once: read back": shown("Conformance run 3"),
      },
    },
  ],
  fails: [
    {
      what: "A refused update is stored",
      blames: "VOL-04",
      answers: { "5 refused: read back": shown("Conformance run 8") },
    },
    {
      what: "An update without a token is taken",
      blames: "VOL-08",
      answers: { "4 refused: an update marked 8 with no credential, to be refused": { status: 200 } },
    },
    {
      what: "An update without the permission is taken",
      blames: "VOL-09",
      answers: { "6 refused: an update marked 9 with limitedToken, to be refused": { status: 200 } },
    },
  ],
};
