import type { ActiveExamples } from "../kit/example.ts";

const step = (kind: string, operation: string) => [
  `${kind}-of-${operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
];
const user = { body: { data: { id: 1, first_name: "Ada" } } };
const other = { body: { data: { id: 43, first_name: "Edsger" } } };
const foreign = "foreign-of-get-user: getUser of another organization";
const beside = "16 at-once-of-get-user: getUser of another organization by its owner";
const atTheSameTime = "17 at-once-of-get-user: getUser at the same time";
const users = { body: { data: [], meta: { total: 0 } } };

export const examples: ActiveExamples = {
  pass: {
    replay: JSON.stringify([
      step("by-none", "getUser"),
      step("by-suspendedtoken", "getUser"),
      step("stranger", "getUser"),
      step("unknown", "getUser"),
      step("read", "listUsers"),
      step("foreign", "getUser"),
      step("at-once", "getUser"),
    ]),
    answers: {
      getUser: user,
      "2 by-none-of-get-user: getUser with none, to be refused": 401,
      "4 by-suspendedtoken-of-get-user: getUser with suspendedToken, to be refused": 401,
      "6 stranger-of-get-user: getUser with otherOrganizationToken, to be refused": 404,
      "8 unknown-of-get-user: getUser of no record, to be refused": 404,
      "10 read-of-list-users: listUsers": users,
      "11 read-of-list-users: listUsers once more": users,
      [`12 ${foreign} by its owner`]: other,
      [`13 ${foreign} with main, to be refused`]: 404,
      [`14 ${foreign} with main once more, to be refused`]: 404,
      [beside]: other,
    },
  },
  otherwise: {
    "nobody changes a user between two reads": {
      "3 by-none-of-get-user: getUser once more": { body: { data: { id: 1, first_name: "Grace" } } },
    },
    "another organization's user is there": { [beside]: 404 },
    "nobody joins between two reads": {
      "11 read-of-list-users: listUsers once more": { body: { data: [{ id: 9 }], meta: { total: 1 } } },
    },
  },
  fails: {
    "VOL-02: An id that no record has shows the user before": {
      "8 unknown-of-get-user: getUser of no record, to be refused": { status: 200, ...user },
    },
    "VOL-02: Who asks at the same time as another organization gets its user": {
      [atTheSameTime]: { status: 200, ...other },
    },
    "VOL-02: Another organization gets the user of who asks at the same time": {
      [beside]: { status: 200, ...user },
    },
    "VOL-01: The list fails the second time": { "11 read-of-list-users: listUsers once more": 500 },
    "VOL-08: Nobody is let in after somebody": {
      "2 by-none-of-get-user: getUser with none, to be refused": 200,
    },
    "VOL-09: A suspended account is let in after another one": {
      "4 by-suspendedtoken-of-get-user: getUser with suspendedToken, to be refused": 200,
    },
    "GEN-05: A cache answers another organization": {
      "6 stranger-of-get-user: getUser with otherOrganizationToken, to be refused": { status: 200, ...user },
    },
    "GEN-05: Whoever asks for another organization's user is shown the user": {
      [`13 ${foreign} with main, to be refused`]: { status: 200, ...other },
    },
  },
};
