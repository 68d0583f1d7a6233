import type { ActiveExamples, Family } from "../../kit/example.ts";

const shownMembers = (...ids: readonly number[]) => ({ body: { data: ids.map((id) => ({ id })) } });

/** A page of one, of all that are there. */
const firstOf = (total: number, ...ids: readonly number[]) => ({
  body: { data: ids.slice(0, 1).map((id) => ({ id })), meta: { per_page: 1, total } },
});

export const active: Family<ActiveExamples> = {
  "group-members-are-set": {
    pass: {
      seed: 1,
      answers: {
        "all members, read back": shownMembers(2, 3, 4),
        "all but the last, read back": shownMembers(2, 3),
        "invalid members": 422,
        "*": 200,
      },
    },
    otherwise: {
      "fewer members than are declared are valid, too": {
        "all but the last": 422,
        "all but the last, read back": shownMembers(2, 3, 4),
      },
    },
    fails: {
      "VOL-06: Invalid members get 400 in place of 422": { "invalid members": 400 },
      "VOL-06: Members are added to those who are there": {
        "all but the last, read back": { "/data/2": { id: 4 } },
      },
    },
  },
  "members-over-time": {
    pass: {
      replay: JSON.stringify([
        ["nobody", [null, 0]],
        ["set", [[3], 0]],
        ["invalid", [null, 0]],
        ["refused", [[[2], "no credential"], 0]],
        ["refused", [[[2], "limitedToken"], 0]],
      ]),
      answers: {
        "1 begin: 3 of the scratch members": 204,
        "2 begin: the members, read back": shownMembers(2, 3, 4),
        "3 begin: 2 of the scratch members": 204,
        "4 begin: the members, read back": shownMembers(2, 3),
        "5 nobody: 0 of the scratch members": 204,
        "6 nobody: the members, read back": shownMembers(),
        "7 set: 1 of the scratch members": 204,
        "8 set: the members, read back": shownMembers(3),
        "9 invalid: invalid members": 422,
        "10 invalid: the members, read back": shownMembers(3),
        "11 refused: 1 of the scratch members with no credential, to be refused": 401,
        "12 refused: the members, read back": shownMembers(3),
        "13 refused: 1 of the scratch members with limitedToken, to be refused": 403,
        "14 refused: the members, read back": shownMembers(3),
      },
    },
    otherwise: {
      "a group may be without members": {
        "5 nobody: 0 of the scratch members": 422,
        "6 nobody: the members, read back": shownMembers(2, 3),
      },
      "members are shown in pages": {
        "2 begin: the members, read back": firstOf(3, 2),
        "4 begin: the members, read back": firstOf(2, 2),
        "6 nobody: the members, read back": firstOf(0),
        "8 set: the members, read back": firstOf(1, 3),
        "10 invalid: the members, read back": firstOf(1, 3),
        "12 refused: the members, read back": firstOf(1, 3),
        "14 refused: the members, read back": firstOf(1, 3),
      },
      "nobody else is a member": { "8 set: the members, read back": shownMembers(3, 99) },
    },
    fails: {
      "VOL-06: An empty set changes nothing": { "6 nobody: the members, read back": shownMembers(2, 3) },
      "VOL-06: The members before are merged from the third time on": {
        "8 set: the members, read back": shownMembers(2, 3),
      },
      "VOL-06: Invalid members empty the group": { "10 invalid: the members, read back": shownMembers() },
      "VOL-08: Members are set without a token": {
        "11 refused: 1 of the scratch members with no credential, to be refused": 204,
      },
      "VOL-09: Members are set without the permission": {
        "13 refused: 1 of the scratch members with limitedToken, to be refused": 204,
      },
    },
  },
};
