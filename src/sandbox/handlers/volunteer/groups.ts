import type { Handler } from "../../pipeline/handler.ts";
import { isRefusal, refuse } from "../../refusal.ts";
import type { Database } from "../../store/database.ts";
import { groups, hasSubgroups, membersOf, setMembers } from "../../store/volunteer/groups.ts";
import { readGroup, readMemberList } from "./group-input.ts";
import { recordId } from "./sent-fields.ts";
import { users } from "../../store/volunteer/users.ts";
import { groupView, userView } from "./views.ts";

/** A group that exists, with the ids of its members. */
const groupWithMembers = (database: Database, organizationId: number, groupId: number) => {
  const group = groups.findIn(database, organizationId, groupId);
  if (group === undefined) throw new Error("a group that was just stored is gone");
  return groupView(group, hasSubgroups(database, group), membersOf(database, groupId));
};

/** Creates a group, with members if the body names any (VOL-05). */
export const createGroup: Handler<"createGroup"> = ({ body }, { database, caller, clock, emit }) => {
  const { organizationId } = caller;
  const group = readGroup(database, { organizationId }, body);
  if (isRefusal(group)) return group;
  const now = clock.now();
  const id = groups.add(database, { ...group.input, organizationId, createdAt: now, updatedAt: now });
  setMembers(database, id, group.members ?? []);
  const view = groupWithMembers(database, organizationId, id);
  emit("group.created", view);
  return { status: 201, body: { data: view } };
};

/** Updates a group, and its members if the body names any (VOL-05). */
export const updateGroup: Handler<"updateGroup"> = ({ path, body }, { database, caller, clock, emit }) => {
  const { organizationId } = caller;
  const known = groups.findIn(database, organizationId, recordId(path.id));
  if (known === undefined) return refuse(404, "There is no such group.");
  const group = readGroup(database, { organizationId, groupId: known.id }, body);
  if (isRefusal(group)) return group;
  const { input, members } = group;
  const fields = { ...known.fields, ...input.fields };
  groups.save(database, known.id, { ...input, fields, updatedAt: clock.now() });
  if (members !== undefined) setMembers(database, known.id, members);
  const view = groupWithMembers(database, organizationId, known.id);
  emit("group.updated", view);
  return { status: 200, body: { data: view } };
};

/** Replaces the whole membership: omitted users are no longer members (VOL-06). */
export const setGroupMembers: Handler<"setGroupMembers"> = ({ path, body }, { database, caller, emit }) => {
  const { organizationId } = caller;
  const group = groups.findIn(database, organizationId, recordId(path.id));
  if (group === undefined) return refuse(404, "There is no such group.");
  const members = readMemberList(database, organizationId, body);
  if (isRefusal(members)) return members;
  setMembers(database, group.id, members);
  const view = groupWithMembers(database, organizationId, group.id);
  emit("group.members_updated", view);
  return { status: 200, body: { data: view } };
};

/** Reads a group and its members, by which checks verify writes: known to exist, not stated (U-17). */
export const getGroup: Handler<"getGroup"> = ({ path }, { database, caller: { organizationId } }) => {
  const group = groups.findIn(database, organizationId, recordId(path.id));
  if (group === undefined) return refuse(404, "There is no such group.");
  return { status: 200, body: { data: groupWithMembers(database, organizationId, group.id) } };
};

export const listGroupMembers: Handler<"listGroupMembers"> = (
  { path },
  { database, caller: { organizationId } },
) => {
  const group = groups.findIn(database, organizationId, recordId(path.id));
  if (group === undefined) return refuse(404, "There is no such group.");
  const members = membersOf(database, group.id).map((id) => users.findIn(database, organizationId, id));
  const data = members.filter((user) => user !== undefined).map(userView);
  return { status: 200, body: { data, meta: { total: data.length } } };
};
