import type { ActiveExamples } from "../kit/example.ts";

const step = (kind: string, operation: string) => [
  `${kind}-of-${operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
];
const user = { body: { data: { id: 1, first_name: "Ada" } } };
const other = { body: { data: { id: 43, first_name: "Edsger" } } };
const foreign = "foreign-of-get-user: getUser of another organization";
const users = { body: { data: [], meta: { total: 0 } } };

export const examples: ActiveExamples = {
  passes: [
    {
      replay: JSON.stringify([
        step("by-none", "getUser"),
        step("by-suspendedtoken", "getUser"),
        step("stranger", "getUser"),
        step("unknown", "getUser"),
        step("read", "listUsers"),
        step("foreign", "getUser"),
      ]),
      answers: {
        getUser: user,
        "2 by-none-of-get-user: getUser with none, to be refused": { status: 401 },
        "4 by-suspendedtoken-of-get-user: getUser with suspendedToken, to be refused": { status: 401 },
        "6 stranger-of-get-user: getUser with otherOrganizationToken, to be refused": { status: 404 },
        "8 unknown-of-get-user: getUser of no record, to be refused": { status: 404 },
        "10 read-of-list-users: listUsers": users,
        "11 read-of-list-users: listUsers once more": users,
        [`12 ${foreign} by its owner`]: other,
        [`13 ${foreign} with main, to be refused`]: { status: 404 },
        [`14 ${foreign} with main once more, to be refused`]: { status: 404 },
      },
    },
  ],
  otherwise: [
    {
      assumes: "nobody changes a user between two reads",
      answers: {
        "3 by-none-of-get-user: getUser once more": { body: { data: { id: 1, first_name: "Grace" } } },
      },
    },
    {
      assumes: "nobody joins between two reads",
      answers: {
        "11 read-of-list-users: listUsers once more": { body: { data: [{ id: 9 }], meta: { total: 1 } } },
      },
    },
  ],
  fails: [
    {
      what: "An id that no record has shows the user before",
      blames: "VOL-02",
      answers: { "8 unknown-of-get-user: getUser of no record, to be refused": { status: 200, ...user } },
    },
    {
      what: "The list fails the second time",
      blames: "VOL-01",
      answers: { "11 read-of-list-users: listUsers once more": { status: 500 } },
    },
    {
      what: "Nobody is let in after somebody",
      blames: "VOL-08",
      answers: { "2 by-none-of-get-user: getUser with none, to be refused": { status: 200 } },
    },
    {
      what: "A suspended account is let in after another one",
      blames: "VOL-09",
      answers: {
        "4 by-suspendedtoken-of-get-user: getUser with suspendedToken, to be refused": { status: 200 },
      },
    },
    {
      what: "A cache answers another organization",
      blames: "GEN-05",
      answers: {
        "6 stranger-of-get-user: getUser with otherOrganizationToken, to be refused": {
          status: 200,
          ...user,
        },
      },
    },
    {
      what: "Whoever asks for another organization's user is shown the user",
      blames: "GEN-05",
      answers: { [`13 ${foreign} with main, to be refused`]: { status: 200, ...other } },
    },
  ],
};
