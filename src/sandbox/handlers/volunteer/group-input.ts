import type { Database } from "../../store/database.ts";
import { groups, isAbove, type GroupInput } from "../../store/volunteer/groups.ts";
import { isObject } from "../../../harness/model/json-object.ts";
import { knownUserIds } from "../../store/volunteer/users.ts";
import { refuse, type FieldError, type Refusal } from "../../refusal.ts";
import { sentFields } from "./sent-fields.ts";

/** A group that may be stored; `members` is undefined when the body does not speak of them. */
export interface ValidGroup {
  readonly input: GroupInput;
  readonly members: readonly number[] | undefined;
}

/** The group's organization, and its own id if it already exists. */
interface Owner {
  readonly organizationId: number;
  readonly groupId?: number;
}

/** Text that a statement about one field either has or has not. */
type Field<Value> = { readonly value: Value } | { readonly error: FieldError };

/** Reads the body of a group, or 422 with every field that is wrong (VOL-05; the rules are assumed, U-17). */
export const readGroup = (database: Database, owner: Owner, body: unknown): ValidGroup | Refusal<422> => {
  if (!isObject(body)) return refuse(422, "The given data was invalid.");
  const name = readName(body["name"]);
  const description = readDescription(body["description"]);
  const parent = readParent(database, owner, body["parent_id"]);
  const members =
    body["members"] === undefined ? { value: undefined } : readMembers(database, owner, body["members"]);
  if ("error" in name || "error" in description || "error" in parent || "error" in members) {
    const fields = [name, description, parent, members].flatMap((field) =>
      "error" in field ? [field.error] : [],
    );
    return refuse(422, "The given data was invalid.", { fields });
  }
  const fields = sentFields(body, ["name", "description", "parent_id", "members"]);
  const input = { name: name.value, description: description.value, parentId: parent.value, fields };
  return { input, members: members.value };
};

/** Reads `{members: [ids]}`, or 422: not a list, not ids, or not users of the organization (VOL-06). */
export const readMemberList = (
  database: Database,
  organizationId: number,
  body: unknown,
): readonly number[] | Refusal<422> => {
  const members = readMembers(database, { organizationId }, isObject(body) ? body["members"] : undefined);
  return "error" in members
    ? refuse(422, "The given data was invalid.", { fields: [members.error] })
    : members.value;
};

const wrong = (field: string, code: string, message: string): { readonly error: FieldError } => ({
  error: { field, code, message },
});

const readName = (value: unknown): Field<string> => {
  if (typeof value !== "string") return wrong("name", "REQUIRED", "The name must be text.");
  return value.trim() === "" ? wrong("name", "REQUIRED", "The name must not be empty.") : { value };
};

const readDescription = (value: unknown): Field<string | null> => {
  if (value === undefined || value === null) return { value: null };
  return typeof value === "string"
    ? { value }
    : wrong("description", "INVALID_TYPE", "The description must be text.");
};

const readParent = (database: Database, owner: Owner, value: unknown): Field<number | null> => {
  if (value === undefined || value === null) return { value: null };
  const id = idOf(value);
  if (id === undefined || groups.findIn(database, owner.organizationId, id) === undefined) {
    return wrong("parent_id", "NOT_FOUND", "The parent must be a group.");
  }
  const closesCircle = owner.groupId !== undefined && isAbove(database, owner.groupId, id);
  return closesCircle ? wrong("parent_id", "CIRCULAR", "A group cannot be below itself.") : { value: id };
};

const readMembers = (database: Database, owner: Owner, value: unknown): Field<readonly number[]> => {
  if (!Array.isArray(value)) return wrong("members", "INVALID_TYPE", "The members must be a list of ids.");
  const ids = value.map(idOf).filter((id) => id !== undefined);
  if (ids.length < value.length)
    return wrong("members", "INVALID_TYPE", "Every member must be the id of a user.");
  const known = knownUserIds(database, owner.organizationId, ids);
  return ids.every((id) => known.has(id))
    ? { value: ids }
    : wrong("members", "NOT_FOUND", "Every member must be a user of the organization.");
};

/** Ids compare as text: 7 and "7" are the same. */
const idOf = (value: unknown): number | undefined => {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
};
