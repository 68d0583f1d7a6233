import { isObject } from "../../../../core/model/json-object.ts";
import type { EndpointContext } from "../../../pipeline/endpoint.ts";
import type { Handler } from "../../../pipeline/handler.ts";
import { isRefusal, refuse, type FieldError, type SandboxRefusal } from "../../../refusal.ts";
import type { SandboxDatabase } from "../../../store/database.ts";
import {
  groups,
  hasSubgroups,
  isAbove,
  membersOf,
  replaceMembers,
  type GroupInput,
  type VolunteerGroup,
} from "../../../store/volunteer/groups.ts";
import { knownUserIds, users } from "../../../store/volunteer/users.ts";
import { pageOfAll, recordPage, type PageQuery } from "./pages.ts";
import { sentId, sentRecordId, sentOwnFields } from "./sent-fields.ts";
import { groupView, userView } from "./views.ts";

/** A group that exists, with the ids of its members. */
const groupWithMembers = (database: SandboxDatabase, organizationId: number, groupId: number) => {
  const group = groups.findIn(database, organizationId, groupId);
  if (group === undefined) throw new Error("a group that was just stored is gone");
  return groupView(group, hasSubgroups(database, group), membersOf(database, groupId));
};

/** Creates a group, with members if the body names any (VOL-05). */
export const createGroup: Handler<"createGroup"> = (
  { body },
  { database, caller, clock, emit, assumptions },
) => {
  const { organizationId } = caller;
  const group = readGroup(database, { organizationId }, body);
  if (isRefusal(group)) return group;
  const now = clock.now();
  const id = groups.add(database, { ...group.input, organizationId, createdAt: now, updatedAt: now });
  replaceMembers(database, id, group.members ?? []);
  const view = groupWithMembers(database, organizationId, id);
  emit("group.created", view);
  return { status: assumptions["U-17.created"] === "200" ? 200 : 201, body: { data: view } };
};

/** Updates a group, and its members if the body names any (VOL-05). */
export const updateGroup: Handler<"updateGroup"> = ({ path, body }, { database, caller, clock, emit }) => {
  const { organizationId } = caller;
  const known = groups.findIn(database, organizationId, sentRecordId(path.id));
  if (known === undefined) return refuse(404, "There is no such group.");
  const group = readGroup(database, { organizationId, groupId: known.id }, body);
  if (isRefusal(group)) return group;
  const { input, members } = group;
  const fields = { ...known.fields, ...input.fields };
  groups.save(database, known.id, { ...input, fields, updatedAt: clock.now() });
  if (members !== undefined) replaceMembers(database, known.id, members);
  const view = groupWithMembers(database, organizationId, known.id);
  emit("group.updated", view);
  return { status: 200, body: { data: view } };
};

/** Replaces the whole membership: omitted users are no longer members (VOL-06). */
export const setGroupMembers: Handler<"setGroupMembers"> = ({ path, body }, context) => {
  const { database, caller, emit, assumptions } = context;
  const { organizationId } = caller;
  const group = groups.findIn(database, organizationId, sentRecordId(path.id));
  if (group === undefined) return refuse(404, "There is no such group.");
  const members = readMemberList(database, organizationId, body);
  if (isRefusal(members)) return members;
  replaceMembers(database, group.id, members);
  const view = groupWithMembers(database, organizationId, group.id);
  emit("group.members_updated", view);
  return {
    status: 200,
    body: assumptions["U-17.members"] === "group" ? { data: view } : memberPage(group, {}, context),
  };
};

/** Reads a group and its members, by which checks verify writes: known to exist, not stated (U-17). */
export const getGroup: Handler<"getGroup"> = ({ path }, { database, caller: { organizationId } }) => {
  const group = groups.findIn(database, organizationId, sentRecordId(path.id));
  if (group === undefined) return refuse(404, "There is no such group.");
  return { status: 200, body: { data: groupWithMembers(database, organizationId, group.id) } };
};

export const listGroups: Handler<"listGroups"> = ({ query }, context) => {
  const { database, caller } = context;
  const view = ({ id }: VolunteerGroup) => groupWithMembers(database, caller.organizationId, id);
  return { status: 200, body: recordPage(groups, view, "/v1/groups", query, context) };
};

export const listGroupMembers: Handler<"listGroupMembers"> = ({ path, query }, context) => {
  const { database, caller } = context;
  const group = groups.findIn(database, caller.organizationId, sentRecordId(path.id));
  if (group === undefined) return refuse(404, "There is no such group.");
  return { status: 200, body: memberPage(group, query, context) };
};

/** A page of the users in a group, by id. */
const memberPage = ({ id }: VolunteerGroup, query: PageQuery, context: EndpointContext) => {
  const { database, caller } = context;
  const members = membersOf(database, id).map((one) => users.findIn(database, caller.organizationId, one));
  const shown = members.filter((user) => user !== undefined).map(userView);
  return pageOfAll(shown, `/v1/groups/${id}/members`, query, context);
};

/** A valid group; `members` is undefined if the body omits them. */
interface ValidGroup {
  readonly input: GroupInput;
  readonly members: readonly number[] | undefined;
}

/** The group's organization, and its own id if it already exists. */
interface Owner {
  readonly organizationId: number;
  readonly groupId?: number;
}

/** Reads the body of a group, or 422 with every invalid field (VOL-05; the rules are assumed, U-17). */
const readGroup = (
  database: SandboxDatabase,
  owner: Owner,
  body: unknown,
): ValidGroup | SandboxRefusal<422> => {
  if (!isObject(body)) return refuse(422, "The given data was invalid.");
  const { name, description = null, parent_id: parent = null, members } = body;
  const isNamed = typeof name === "string" && name.trim() !== "";
  const isText = description === null || typeof description === "string";
  const wrong = [
    ...unless(isNamed, "name", "REQUIRED", "The name must be text that is not empty."),
    ...unless(isText, "description", "INVALID_TYPE", "The description must be text."),
    ...(parent === null ? [] : parentErrors(database, owner, sentId(parent))),
    ...(members === undefined ? [] : memberErrors(database, owner.organizationId, members)),
  ];
  if (wrong.length > 0) return refuse(422, "The given data was invalid.", { fields: wrong });
  const fields = sentOwnFields(body, ["name", "description", "parent_id", "members"]);
  const parentId = sentId(parent) ?? null;
  // These have no errors.
  const input = { name: name as string, description: description as string | null, parentId, fields };
  return { input, members: members === undefined ? undefined : idsIn(members) };
};

/** Reads `{members: [ids]}`, or 422: not a list, not ids, or not users of the organization (VOL-06). */
const readMemberList = (
  database: SandboxDatabase,
  organizationId: number,
  body: unknown,
): readonly number[] | SandboxRefusal<422> => {
  const members = isObject(body) ? body["members"] : undefined;
  const fields = memberErrors(database, organizationId, members);
  return fields.length > 0 ? refuse(422, "The given data was invalid.", { fields }) : idsIn(members);
};

const unless = (isRight: boolean, field: string, code: string, message: string): FieldError[] =>
  isRight ? [] : [{ field, code, message }];

const parentErrors = (database: SandboxDatabase, owner: Owner, id: number | undefined): FieldError[] => {
  if (id === undefined || groups.findIn(database, owner.organizationId, id) === undefined)
    return unless(false, "parent_id", "NOT_FOUND", "The parent must be a group.");
  const closesCircle = owner.groupId !== undefined && isAbove(database, owner.groupId, id);
  return unless(!closesCircle, "parent_id", "CIRCULAR", "A group cannot be below itself.");
};

const idsIn = (members: unknown): number[] =>
  Array.isArray(members) ? members.map(sentId).filter((id) => id !== undefined) : [];

const memberErrors = (database: SandboxDatabase, organizationId: number, members: unknown): FieldError[] => {
  const ids = idsIn(members);
  if (!Array.isArray(members) || ids.length < members.length)
    return unless(false, "members", "INVALID_TYPE", "The members must be a list of ids of users.");
  const known = knownUserIds(database, organizationId, ids);
  const message = "Every member must be a user of the organization.";
  return unless(
    ids.every((id) => known.has(id)),
    "members",
    "NOT_FOUND",
    message,
  );
};
