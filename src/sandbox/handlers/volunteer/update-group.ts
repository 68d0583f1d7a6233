import type { Handler } from "../../pipeline/handler.ts";
import { isRefusal, refuse } from "../../refusal.ts";
import { findGroup, saveGroup, setMembers } from "../../store/volunteer/groups.ts";
import { readGroup } from "./group-input.ts";
import { groupWithMembers } from "./group-with-members.ts";
import { recordId } from "./record-id.ts";

/** Updates a group, and its members when the body names any (VOL-05). */
export const updateGroup: Handler<"updateGroup"> = ({ path, body }, { database, caller, clock, emit }) => {
  const { organizationId } = caller;
  const known = findGroup(database, organizationId, recordId(path.id));
  if (known === undefined) return refuse(404, "There is no such group.");
  const group = readGroup(database, { organizationId, groupId: known.id }, body);
  if (isRefusal(group)) return group;
  const { input, members } = group;
  saveGroup(database, known.id, { ...input, fields: { ...known.fields, ...input.fields } }, clock.now());
  if (members !== undefined) setMembers(database, known.id, members);
  const view = groupWithMembers(database, organizationId, known.id);
  emit("group.updated", view);
  return { status: 200, body: { data: view } };
};
