import type { Handler } from "../../pipeline/handler.ts";
import { isRefusal } from "../../refusal.ts";
import { addGroup, setMembers } from "../../store/volunteer/groups.ts";
import { readGroup } from "./group-input.ts";
import { groupWithMembers } from "./group-with-members.ts";

/** Creates a group, with members when the body names any (VOL-05). */
export const createGroup: Handler<"createGroup"> = ({ body }, { database, caller, clock, emit }) => {
  const { organizationId } = caller;
  const group = readGroup(database, { organizationId }, body);
  if (isRefusal(group)) return group;
  const id = addGroup(database, organizationId, group.input, clock.now());
  setMembers(database, id, group.members ?? []);
  const view = groupWithMembers(database, organizationId, id);
  emit("group.created", view);
  return { status: 201, body: { data: view } };
};
