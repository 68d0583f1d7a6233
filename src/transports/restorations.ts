import { withMembers } from "../model/body-template.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Method } from "../model/operation.ts";
import { wholeNote } from "../model/scratch-note.ts";
import type { WireRequest } from "../model/transport.ts";
import { isFieldName } from "../validation/documented-names.ts";
import { isObject, type JsonObject } from "../model/json-object.ts";

type Setting = (path: string) => unknown;

/** How a record is put back: one write, tried with each body in turn until one is taken. */
export interface Restoration {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly method: Method;
  /** Below the base address, filled and encoded. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly bodies: readonly unknown[];
  /** A read that shows the record, below the base address; absent where none is configured. */
  readonly readPath?: string;
  /** What that read must show afterwards. */
  readonly shows?: Shown;
}

/** What a read shows of a record: scalar properties by name, or a group's members. */
export type Shown =
  | { readonly kind: "fields"; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: "members"; readonly ids: readonly unknown[] };

/**
 * What becomes of what a write changes.
 *
 * | write | put back by | what cannot be put back |
 * |---|---|---|
 * | replaceContactNote | the note that `crm.scratch.note` declares, else the standard note of a run | another text that the note had before: no read of a note is stated |
 * | addEventContact | nothing | the individual stays with the event: no removal is stated |
 * | replaceCampaign, replaceProject, replaceSegment | the declared body | what the record had beyond it |
 * | updateGroup, updateProject | what `volunteer.readBack` showed before the first write, scalars only; without it the declared update | lists and objects of the record; without a read back all that the update changed |
 * | setGroupMembers | the members that `volunteer.readBack.members` showed before, when it showed all of them; else the declared `memberIds` | |
 * | createUser, createProject, createGroup | nothing | the new record stays: no deletion is stated |
 */
export type Undoing =
  | {
      readonly kind: "record";
      /** The record as a person knows it, the same for every write to it: `group 3`. */
      readonly record: string;
      /** A read to be made before the first write, below the base address. */
      readonly readPath?: string;
      /** @param before what that read answered, as parsed JSON; undefined without one, or when it failed. */
      restoration(before: unknown): Restoration | undefined;
    }
  | { readonly kind: "none"; readonly what: string };

const isScalar = (value: unknown): boolean => value === null || typeof value !== "object";

/** The value of a property under any case of its name. */
const anyCase = (body: unknown, name: string): unknown =>
  isObject(body) ? Object.entries(body).find(([key]) => key.toLowerCase() === name)?.[1] : undefined;

/** The record with an id, where an answer may hold it: it is one itself, or holds it one or two levels down. */
export const recordIn = (answer: unknown, id: string): JsonObject | undefined => {
  let level: readonly unknown[] = [answer];
  for (let depth = 0; depth < 3; depth += 1) {
    const found = level.filter(isObject).find((one) => String(anyCase(one, "id")) === id);
    if (found !== undefined) return found;
    level = level.filter(isObject).flatMap((one) => Object.values(one));
  }
  return undefined;
};

const memberId = (entry: unknown): unknown =>
  isObject(entry)
    ? (["user_id", "userid", "member_id", "memberid", "id"] as const)
        .map((name) => anyCase(entry, name))
        .find((id) => typeof id === "string" || typeof id === "number")
    : entry;

/** The ids of a group's members, when an answer holds one list and says or shows that it is all of them. */
export const membersIn = (answer: unknown): readonly unknown[] | undefined => {
  const data = isObject(answer) ? (answer["data"] ?? answer["members"] ?? answer["users"]) : answer;
  const list = isObject(data) ? (data["members"] ?? data["users"]) : data;
  if (!Array.isArray(list)) return undefined;
  const total = isObject(answer) && isObject(answer["meta"]) ? answer["meta"]["total"] : undefined;
  if (typeof total === "number" && total !== list.length) return undefined;
  const ids = list.map(memberId);
  return ids.every((id) => typeof id === "string" || typeof id === "number") ? ids : undefined;
};

/** What a server sets by itself. */
const isOwn = (name: string): boolean =>
  /^(?:id|type)$|(?:created|updated|modified)|(?:_at|At|Utc|_url|Url)$/i.test(name);

const fill = (path: string, id: string): string => path.replaceAll("{id}", encodeURIComponent(id));

const readBackPath = (setting: Setting, what: string, id: string): string | undefined => {
  const path = setting(`volunteer.readBack.${what}`);
  if (typeof path !== "string") return undefined;
  return fill(path.startsWith("/v1/") ? path : `/v1${path.startsWith("/") ? "" : "/"}${path}`, id);
};

const optional = <Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } =>
  // One key, there or not.
  (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };

const note = (id: string, setting: Setting): Undoing => ({
  kind: "record",
  record: `contact note ${id}`,
  restoration: () => ({
    interface: "crm",
    operation: "replaceContactNote",
    method: "PUT",
    path: fill("/api/ContactNote/{id}", id),
    pathParameters: { noteId: id },
    bodies: [setting("crm.scratch.note") ?? wholeNote(setting("crm.scratch.noteType"))],
  }),
});

const replacement = (
  name: "campaign" | "project" | "segment",
  operation: string,
  setting: Setting,
): Undoing => {
  const body = setting(`donation.scratch.${name}`);
  return {
    kind: "record",
    record: `${name} ${String(anyCase(body, "id"))}`,
    restoration: () => ({
      interface: "donation",
      operation,
      method: "PUT",
      path: `/api/${name[0]?.toUpperCase()}${name.slice(1)}/replace`,
      pathParameters: {},
      bodies: [body],
    }),
  };
};

const members = (id: string, setting: Setting): Undoing => {
  const readPath = readBackPath(setting, "members", id);
  return {
    kind: "record",
    record: `members of group ${id}`,
    ...optional("readPath", readPath),
    restoration(before) {
      const shown = membersIn(before);
      const declared = setting("volunteer.scratch.memberIds");
      const template = setting("volunteer.scratch.setMembers");
      const ids = shown ?? (Array.isArray(declared) ? declared : []);
      if (template === undefined) return undefined;
      return {
        interface: "volunteer",
        operation: "setGroupMembers",
        method: "PUT",
        path: fill("/v1/groups/{id}/members", id),
        pathParameters: { id },
        bodies: [withMembers(template, ids)],
        ...(shown === undefined
          ? {}
          : { ...optional("readPath", readPath), shows: { kind: "members", ids } }),
      };
    },
  };
};

const updated = (kind: "group" | "project", id: string, setting: Setting): Undoing => {
  const name = kind === "group" ? "Group" : "Project";
  const readPath = readBackPath(setting, kind, id);
  const write = {
    interface: "volunteer",
    operation: `update${name}`,
    method: "PUT",
    path: fill(`/v1/${kind}s/{id}`, id),
    pathParameters: { id },
  } as const;
  return {
    kind: "record",
    record: `${kind} ${id}`,
    ...optional("readPath", readPath),
    restoration(before) {
      const template = setting(`volunteer.scratch.update${name}`);
      const declared = withMembers(isObject(template) ? template : {}, []);
      const names = Object.keys(isObject(declared) ? declared : {});
      const shown = recordIn(before, id);
      if (shown === undefined) return names.length === 0 ? undefined : { ...write, bodies: [declared] };
      const has = (property: string): boolean => Object.hasOwn(shown, property);
      const sent = Object.fromEntries(names.filter(has).map((property) => [property, shown[property]]));
      const scalars = Object.entries(shown).filter(
        ([property, value]) => isScalar(value) && !isOwn(property),
      );
      const fields = Object.fromEntries(Object.entries(sent).filter(([, value]) => isScalar(value)));
      const most = { ...(isObject(declared) ? declared : {}), ...Object.fromEntries(scalars), ...sent };
      const least = { ...(isObject(declared) ? declared : {}), ...sent };
      return {
        ...write,
        // An empty body might empty the record.
        bodies: names.length === 0 || JSON.stringify(most) === JSON.stringify(least) ? [most] : [most, least],
        ...optional("readPath", readPath),
        // Without a declared update only an invalid one was sent: any property may have been changed by it.
        shows: { kind: "fields", fields: names.length === 0 ? Object.fromEntries(scalars) : fields },
      };
    },
  };
};

/** What a scratch write changes, and what puts it back. @throws Error for a write that is none of the documented. */
export const undoingOf = (request: WireRequest, setting: Setting): Undoing => {
  const id = request.pathParameters["id"] ?? "";
  switch (request.operation) {
    case "replaceContactNote":
      return note(request.pathParameters["noteId"] ?? "", setting);
    case "addEventContact":
      return {
        kind: "none",
        what: `the scratch individual was added to event ${request.pathParameters["eventId"]}`,
      };
    case "replaceCampaign":
      return replacement("campaign", request.operation, setting);
    case "replaceProject":
      return replacement("project", request.operation, setting);
    case "replaceSegment":
      return replacement("segment", request.operation, setting);
    case "updateGroup":
      return updated("group", id, setting);
    case "updateProject":
      return updated("project", id, setting);
    case "setGroupMembers":
      return members(id, setting);
    case "createUser":
    case "createProject":
    case "createGroup":
      return {
        kind: "none",
        what: `a ${request.operation.slice("create".length).toLowerCase()} was created`,
      };
    default:
      throw new Error(`nothing is known of how to put back ${request.operation}`);
  }
};

/** The properties of what a read must show that it does not, or `members`; empty when everything is as it was. */
export const differencesIn = (answer: unknown, shows: Shown, id: string): readonly string[] => {
  if (shows.kind === "members") {
    const now = new Set((membersIn(answer) ?? []).map(String));
    const isSame =
      now.size === new Set(shows.ids.map(String)).size && shows.ids.every((one) => now.has(String(one)));
    return isSame ? [] : ["members"];
  }
  const record = recordIn(answer, id);
  const different = Object.entries(shows.fields)
    .filter(([name, value]) => JSON.stringify(record?.[name] ?? null) !== JSON.stringify(value ?? null))
    // A record's other keys may be somebody's data.
    .map(([name]) => (isFieldName(name) ? name : "another property"));
  return [...new Set(different)];
};
