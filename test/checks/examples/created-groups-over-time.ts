import type { ActiveExamples } from "../kit/example.ts";
import { creationExamples } from "../kit/creation-examples.ts";

const changed = JSON.stringify([
  ["create", 7],
  ["change", 8],
]);

export const examples: ActiveExamples = creationExamples(
  { kind: "group", fact: "VOL-05" },
  {
    settings: {
      "volunteer.scratch.updateGroup": { name: "Scratch, renamed" },
      "volunteer.scratch.groupId": 3,
      "volunteer.scratch.memberIds": [1, 2],
      "volunteer.scratch.setMembers": { members: "$memberIds" },
    },
    fails: {
      "VOL-05: A group that was created cannot be updated": {
        replay: changed,
        answers: { "3 change: updateGroup of the created group": 404 },
      },
      "VOL-05: An update of a group that was created is not stored": {
        replay: changed,
        answers: {
          "5 change: the created group after that": { body: { data: { id: 8, name: "Conformance run 7" } } },
        },
      },
      "VOL-05: A description is lost after the first read": {
        replay: JSON.stringify([
          ["create", 7],
          ["read", 0],
        ]),
        answers: {
          "1 create: a new group, marked 7": { status: 201, body: { data: { id: 8 } } },
          "2 create: a new group, marked 7, read back": {
            body: { data: { id: 8, name: "Conformance run 7", description: "Conformance run 7" } },
          },
          "3 read: a group created before": { body: { data: { id: 8, name: "Conformance run 7" } } },
        },
      },
      "VOL-06: The members of a group that was created cannot be set": {
        replay: changed,
        answers: { "4 change: setGroupMembers of the created group": 404 },
      },
      "VOL-05: An invalid group is created": {
        replay: JSON.stringify([
          ["create", 7],
          ["invalid", null],
        ]),
        answers: { "3 invalid: the declared invalid group": 201 },
      },
    },
  },
);
