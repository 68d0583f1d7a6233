import type { ActiveExamples } from "../kit/example.ts";

const user = { body: { data: { id: 1, first_name: "Ada" } } };
const group = { body: { data: { id: 1, name: "Scratch group, renamed" } } };
const members = { body: { data: [{ id: 2 }, { id: 3 }, { id: 4 }] } };

export const examples: ActiveExamples = {
  pass: {
    replay: JSON.stringify([["at-once"]]),
    answers: {
      getUser: user,
      updateGroup: group,
      "2 at-once: setGroupMembers, before": members,
      "4 at-once: the members, before": members,
      "6 at-once: setGroupMembers, at once": members,
      "8 at-once: the members, at once": members,
      "10 at-once: the members, after": members,
    },
  },
  otherwise: {
    "the members are set before they are read": {
      "8 at-once: the members, at once": { body: { data: [{ id: 2 }] } },
    },
  },
  fails: {
    "VOL-02: A user is not found while a group is renamed": { "7 at-once: getUser, at once": 404 },
    "VOL-05: A group cannot be renamed while its members are set": {
      "5 at-once: updateGroup, at once": 409,
    },
    "VOL-06: The members that were set are lost": {
      "10 at-once: the members, after": { body: { data: [] } },
    },
  },
};
