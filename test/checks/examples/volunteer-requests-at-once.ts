import type { ActiveExamples } from "../kit/example.ts";

const user = { body: { data: { id: 1, first_name: "Ada" } } };
const users = { body: { data: [{ id: 1 }, { id: 2 }], page: 1, per_page: 25, total: 2 } };
const group = { body: { data: { id: 1, name: "Scratch group, renamed" } } };
const members = { body: { data: [{ id: 2 }, { id: 3 }, { id: 4 }] } };

export const examples: ActiveExamples = {
  pass: {
    replay: JSON.stringify([["at-once"]]),
    answers: {
      getUser: user,
      listUsers: users,
      updateGroup: group,
      "2 at-once: setGroupMembers, before": members,
      "6 at-once: the members, before": members,
      "8 at-once: setGroupMembers, at once": members,
      "12 at-once: the members, at once": members,
      "16 at-once: the members, after": members,
    },
  },
  otherwise: {
    "the members are set before they are read": {
      "12 at-once: the members, at once": { body: { data: [{ id: 2 }] } },
    },
  },
  fails: {
    "VOL-01: A list of users is empty while another organization asks for its own": {
      "9 at-once: listUsers, at once": { body: { data: [], page: 1, per_page: 25, total: 0 } },
    },
    "VOL-02: A user is not found while a group is renamed": { "11 at-once: getUser, at once": 404 },
    "VOL-05: A group cannot be renamed while its members are set": {
      "7 at-once: updateGroup, at once": 409,
    },
    "VOL-06: The members that were set are lost": {
      "16 at-once: the members, after": { body: { data: [] } },
    },
  },
};
