import type { ActiveExamples } from "../kit/example.ts";

const user = { body: { data: { id: 1, first_name: "Ada" } } };
const users = { body: { data: [], meta: { total: 0 } } };

export const examples: ActiveExamples = {
  passes: [
    {
      replay: JSON.stringify([
        ["read", "getUser"],
        ["by-none", "getUser"],
        ["by-suspendedtoken", "getUser"],
        ["stranger", "getUser"],
        ["unknown", "getUser"],
        ["read", "getUser"],
        ["read", "listUsers"],
        ["read", "listUsers"],
      ]),
      answers: {
        "1 read: getUser": user,
        "2 by-none: getUser with none, to be refused": { status: 401 },
        "3 by-suspendedtoken: getUser with suspendedToken, to be refused": { status: 401 },
        "4 stranger: getUser with otherOrganizationToken": { status: 404 },
        "5 unknown: getUser of no record": { status: 404 },
        "6 read: getUser": user,
        "7 read: listUsers": users,
        "8 read: listUsers": users,
      },
    },
  ],
  fails: [
    {
      what: "An id that no record has shows the user before",
      blames: "VOL-02",
      answers: { "5 unknown: getUser of no record": { status: 200, body: { data: { id: 1 } } } },
    },
    {
      what: "The list fails the second time",
      blames: "VOL-01",
      answers: { "8 read: listUsers": { status: 500 } },
    },
    {
      what: "Nobody is let in after somebody",
      blames: "VOL-08",
      answers: { "2 by-none: getUser with none, to be refused": { status: 200 } },
    },
    {
      what: "A suspended account is let in after another one",
      blames: "VOL-09",
      answers: { "3 by-suspendedtoken: getUser with suspendedToken, to be refused": { status: 200 } },
    },
    {
      what: "A cache answers another organization",
      blames: "GEN-05",
      answers: {
        "4 stranger: getUser with otherOrganizationToken": {
          status: 200,
          body: { data: { id: 1, first_name: "Ada" } },
        },
      },
    },
  ],
};
