import type { ActiveExamples } from "../kit/example.ts";

const shown = (...ids: readonly number[]) => ({ body: { data: ids.map((id) => ({ id })) } });
const group = (...members: readonly number[]) => ({ body: { data: { id: 3, members } } });

export const examples: ActiveExamples = {
  passes: [
    {
      replay: JSON.stringify([
        ["nobody", [null, 0]],
        ["set", [[3], 1]],
        ["invalid", [null, 0]],
        ["refused", [[[2], "no credential"], 0]],
        ["refused", [[[2], "limitedToken"], 0]],
      ]),
      answers: {
        "1 begin: 3 of the scratch members": { status: 204 },
        "2 begin: the members, read back": shown(2, 3, 4),
        "3 begin: the group, read back": group(2, 3, 4),
        "4 begin: 2 of the scratch members": { status: 204 },
        "5 begin: the members, read back": shown(2, 3),
        "6 begin: the group, read back": group(2, 3),
        "7 nobody: 0 of the scratch members": { status: 204 },
        "8 nobody: the members, read back": shown(),
        "9 set: 1 of the scratch members": { status: 204 },
        "10 set: the group, read back": group(3),
        "11 invalid: invalid members": { status: 422 },
        "12 invalid: the members, read back": shown(3),
        "13 refused: 1 of the scratch members with no credential, to be refused": { status: 401 },
        "14 refused: the members, read back": shown(3),
        "15 refused: 1 of the scratch members with limitedToken, to be refused": { status: 403 },
        "16 refused: the members, read back": shown(3),
      },
    },
  ],
  fails: [
    {
      what: "An empty set changes nothing",
      blames: "VOL-06",
      answers: { "8 nobody: the members, read back": shown(2, 3) },
    },
    {
      what: "The members before are merged from the third time on",
      blames: "VOL-06",
      answers: { "10 set: the group, read back": group(2, 3) },
    },
    {
      what: "Invalid members empty the group",
      blames: "VOL-06",
      answers: { "12 invalid: the members, read back": shown() },
    },
    {
      what: "Members are set without a token",
      blames: "VOL-08",
      answers: { "13 refused: 1 of the scratch members with no credential, to be refused": { status: 204 } },
    },
    {
      what: "Members are set without the permission",
      blames: "VOL-09",
      answers: { "15 refused: 1 of the scratch members with limitedToken, to be refused": { status: 204 } },
    },
  ],
};
