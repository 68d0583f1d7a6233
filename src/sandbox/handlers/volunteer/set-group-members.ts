import type { Handler } from "../../pipeline/handler.ts";
import { isRefusal, refuse } from "../../refusal.ts";
import { findGroup, setMembers } from "../../store/volunteer/groups.ts";
import { readMemberList } from "./group-input.ts";
import { groupWithMembers } from "./group-with-members.ts";
import { recordId } from "./record-id.ts";

/** Replaces the whole membership: whoever is left out is no longer a member (VOL-06). */
export const setGroupMembers: Handler<"setGroupMembers"> = ({ path, body }, { database, caller, emit }) => {
  const { organizationId } = caller;
  const group = findGroup(database, organizationId, recordId(path.id));
  if (group === undefined) return refuse(404, "There is no such group.");
  const members = readMemberList(database, organizationId, body);
  if (isRefusal(members)) return members;
  setMembers(database, group.id, members);
  const view = groupWithMembers(database, organizationId, group.id);
  emit("group.members_updated", view);
  return { status: 200, body: { data: view } };
};
