import { resources } from "../../builtin/generated/resources.ts";
import type { ActiveCheck } from "../../core/model/check.ts";
import { membersAreSet, membersOverTime } from "../relations/members-set.ts";

const { members: set, group: shownBy } = resources.volunteer;

export const setMembers: readonly ActiveCheck[] = [
  membersAreSet(
    { set, shownBy },
    {
      id: "group-members-are-set",
      title: "Setting a group's members replaces them; invalid members get 422",
      why: "A server that only adds members keeps people in a group after they have left it.",
    },
  ),
  membersOverTime(
    { set, shownBy },
    {
      id: "members-over-time",
      effort: 57,
      title: "A group has the members that were last set, whatever was sent before",
      why: "Members who have left come back with the second call, and nobody knows who let them in.",
    },
  ),
];
