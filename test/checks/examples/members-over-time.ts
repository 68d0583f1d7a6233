import type { ActiveExamples } from "../kit/example.ts";

const shown = (...ids: readonly number[]) => ({ body: { data: ids.map((id) => ({ id })) } });

export const examples: ActiveExamples = {
  passes: [
    {
      replay: JSON.stringify([
        ["nobody", [null, 0]],
        ["set", [[3], 0]],
        ["invalid", [null, 0]],
        ["refused", [[[2], "no credential"], 0]],
        ["refused", [[[2], "limitedToken"], 0]],
      ]),
      answers: {
        "1 begin: 3 of the scratch members": { status: 204 },
        "2 begin: the members, read back": shown(2, 3, 4),
        "3 begin: 2 of the scratch members": { status: 204 },
        "4 begin: the members, read back": shown(2, 3),
        "5 nobody: 0 of the scratch members": { status: 204 },
        "6 nobody: the members, read back": shown(),
        "7 set: 1 of the scratch members": { status: 204 },
        "8 set: the members, read back": shown(3),
        "9 invalid: invalid members": { status: 422 },
        "10 invalid: the members, read back": shown(3),
        "11 refused: 1 of the scratch members with no credential, to be refused": { status: 401 },
        "12 refused: the members, read back": shown(3),
        "13 refused: 1 of the scratch members with limitedToken, to be refused": { status: 403 },
        "14 refused: the members, read back": shown(3),
      },
    },
  ],
  otherwise: [
    {
      assumes: "a group may be without members",
      answers: {
        "5 nobody: 0 of the scratch members": { status: 422 },
        "6 nobody: the members, read back": shown(2, 3),
      },
    },
    { assumes: "nobody else is a member", answers: { "8 set: the members, read back": shown(3, 99) } },
  ],
  fails: [
    {
      what: "An empty set changes nothing",
      blames: "VOL-06",
      answers: { "6 nobody: the members, read back": shown(2, 3) },
    },
    {
      what: "The members before are merged from the third time on",
      blames: "VOL-06",
      answers: { "8 set: the members, read back": shown(2, 3) },
    },
    {
      what: "Invalid members empty the group",
      blames: "VOL-06",
      answers: { "10 invalid: the members, read back": shown() },
    },
    {
      what: "Members are set without a token",
      blames: "VOL-08",
      answers: { "11 refused: 1 of the scratch members with no credential, to be refused": { status: 204 } },
    },
    {
      what: "Members are set without the permission",
      blames: "VOL-09",
      answers: { "13 refused: 1 of the scratch members with limitedToken, to be refused": { status: 204 } },
    },
  ],
};
