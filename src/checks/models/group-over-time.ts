import { updateModel } from "../support/update-model.ts";

export const groupOverTime = updateModel(
  {
    name: "group",
    update: "updateGroup",
    fact: "VOL-05",
    id: "volunteer.scratch.groupId",
    body: "updateGroup",
    invalid: "invalidGroup",
  },
  {
    id: "group-over-time",
    title: "A group is what it was last updated to, whatever was sent before",
    why: "A refused update that is stored all the same renames a group for everybody.",
  },
);
