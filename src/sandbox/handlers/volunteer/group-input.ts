import type { Database } from "../../store/database.ts";
import { groups, isAbove, type GroupInput } from "../../store/volunteer/groups.ts";
import { isObject } from "../../../harness/model/json-object.ts";
import { knownUserIds } from "../../store/volunteer/users.ts";
import { refuse, type FieldError, type Refusal } from "../../refusal.ts";
import { idOf, sentFields } from "./sent-fields.ts";

/** A valid group; `members` is undefined if the body omits them. */
export interface ValidGroup {
  readonly input: GroupInput;
  readonly members: readonly number[] | undefined;
}

/** The group's organization, and its own id if it already exists. */
interface Owner {
  readonly organizationId: number;
  readonly groupId?: number;
}

/** Reads the body of a group, or 422 with every invalid field (VOL-05; the rules are assumed, U-17). */
export const readGroup = (database: Database, owner: Owner, body: unknown): ValidGroup | Refusal<422> => {
  if (!isObject(body)) return refuse(422, "The given data was invalid.");
  const { name, description = null, parent_id: parent = null, members } = body;
  const isNamed = typeof name === "string" && name.trim() !== "";
  const isText = description === null || typeof description === "string";
  const wrong = [
    ...unless(isNamed, "name", "REQUIRED", "The name must be text that is not empty."),
    ...unless(isText, "description", "INVALID_TYPE", "The description must be text."),
    ...(parent === null ? [] : parentErrors(database, owner, idOf(parent))),
    ...(members === undefined ? [] : memberErrors(database, owner.organizationId, members)),
  ];
  if (wrong.length > 0) return refuse(422, "The given data was invalid.", { fields: wrong });
  const fields = sentFields(body, ["name", "description", "parent_id", "members"]);
  const parentId = idOf(parent) ?? null;
  // These have no errors.
  const input = { name: name as string, description: description as string | null, parentId, fields };
  return { input, members: members === undefined ? undefined : idsIn(members) };
};

/** Reads `{members: [ids]}`, or 422: not a list, not ids, or not users of the organization (VOL-06). */
export const readMemberList = (
  database: Database,
  organizationId: number,
  body: unknown,
): readonly number[] | Refusal<422> => {
  const members = isObject(body) ? body["members"] : undefined;
  const fields = memberErrors(database, organizationId, members);
  return fields.length > 0 ? refuse(422, "The given data was invalid.", { fields }) : idsIn(members);
};

const unless = (isRight: boolean, field: string, code: string, message: string): FieldError[] =>
  isRight ? [] : [{ field, code, message }];

const parentErrors = (database: Database, owner: Owner, id: number | undefined): FieldError[] => {
  if (id === undefined || groups.findIn(database, owner.organizationId, id) === undefined)
    return unless(false, "parent_id", "NOT_FOUND", "The parent must be a group.");
  const closesCircle = owner.groupId !== undefined && isAbove(database, owner.groupId, id);
  return unless(!closesCircle, "parent_id", "CIRCULAR", "A group cannot be below itself.");
};

const idsIn = (members: unknown): number[] =>
  Array.isArray(members) ? members.map(idOf).filter((id) => id !== undefined) : [];

const memberErrors = (database: Database, organizationId: number, members: unknown): FieldError[] => {
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
