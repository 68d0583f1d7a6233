import type { ActiveExamples } from "../kit/example.ts";

const shown = (name: string) => ({ body: { data: { id: 1, name } } });

export const examples: ActiveExamples = {
  passes: [
    {
      replay: JSON.stringify([
        ["update", 7],
        ["invalid", 5],
        ["refused", [8, "no credential"]],
        ["refused", [9, "limitedToken"]],
        ["again", null],
      ]),
      answers: {
        "1 begin: the declared update": { status: 204 },
        "2 update: an update marked 7": shown("Conformance run 7"),
        "3 update: read back": shown("Conformance run 7"),
        "4 invalid: an invalid update marked 5": { status: 422 },
        "5 invalid: read back": shown("Conformance run 7"),
        "6 refused: an update marked 8 with no credential, to be refused": { status: 401 },
        "7 refused: read back": shown("Conformance run 7"),
        "8 refused: an update marked 9 with limitedToken, to be refused": { status: 403 },
        "9 refused: read back": shown("Conformance run 7"),
        "10 again: the same update again": { status: 204 },
        "11 again: read back": shown("Conformance run 7"),
      },
    },
  ],
  fails: [
    {
      what: "The answer to an update is the group as it was before",
      blames: "VOL-05",
      answers: { "2 update: an update marked 7": shown("Scratch group, renamed") },
    },
    {
      what: "An invalid update empties the name",
      blames: "VOL-05",
      answers: { "5 invalid: read back": shown("") },
    },
    {
      what: "An update without a token is taken",
      blames: "VOL-08",
      answers: { "6 refused: an update marked 8 with no credential, to be refused": { status: 200 } },
    },
    {
      what: "An update without the permission is taken",
      blames: "VOL-09",
      answers: { "8 refused: an update marked 9 with limitedToken, to be refused": { status: 200 } },
    },
  ],
};
