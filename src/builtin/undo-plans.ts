import { anyCase, isObject, type JsonObject } from "../core/model/json-object.ts";
import type { WireRequest } from "../core/model/transport.ts";
import type { UndoPlan } from "../core/model/undo-plan.ts";
import { membersIn, comparableRecord } from "../core/transports/record-comparison.ts";
import { withMembers } from "./body-template.ts";
import { scratch } from "./scratch.ts";
import { wholeNote } from "./scratch-note.ts";

type Setting = (path: string) => unknown;

const isScalar = (value: unknown): boolean => value === null || typeof value !== "object";

/** Whether the server sets a property itself. */
const isOwn = (name: string): boolean =>
  /^(?:id|type)$|(?:created|updated|modified)|(?:_at|At|Utc|_url|Url)$/i.test(name);

/** The scalars of a record, except those that the server sets. */
const scalarsIn = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name, value]) => isScalar(value) && !isOwn(name)));

/** The properties of a record with these names. */
const pick = (
  record: JsonObject,
  names: readonly string[],
  isWanted: (value: unknown) => boolean = () => true,
): JsonObject =>
  Object.fromEntries(
    names
      .filter((name) => Object.hasOwn(record, name) && isWanted(record[name]))
      .map((name) => [name, record[name]]),
  );

const fill = (path: string, id: string): string => path.replaceAll("{id}", encodeURIComponent(id));

const readBackPath = (setting: Setting, what: string, id: string): string | undefined => {
  const path = setting(`volunteer.readBack.${what}`);
  if (typeof path !== "string") return undefined;
  return fill(path.startsWith("/v1/") ? path : `/v1${path.startsWith("/") ? "" : "/"}${path}`, id);
};

const optional = <Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } =>
  // One key, if it has a value.
  (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };

const note = (id: string, setting: Setting): UndoPlan => ({
  kind: "record",
  record: `contact note ${id}`,
  undo: () => ({
    interface: "crm",
    operation: "replaceContactNote",
    method: "PUT",
    path: fill("/api/ContactNote/{id}", id),
    pathParameters: { noteId: id },
    bodies: [setting("crm.scratch.note") ?? wholeNote(setting("crm.scratch.noteType"))],
  }),
});

/** The documented reads that list records of the donation interface, newest first. */
const listPaths = {
  campaign: "/api/Campaign/list?Take=200&SortBy=id&Descending=true",
  project: "/api/Project/list",
  segment: undefined,
} as const;

const replacement = (name: keyof typeof listPaths, operation: string, setting: Setting): UndoPlan => {
  const body = setting(`donation.scratch.${name}`);
  const id = String(anyCase(body, "id"));
  const read = optional("readPath", listPaths[name]);
  return {
    kind: "record",
    record: `${name} ${id}`,
    declared: body,
    ...read,
    undo(before) {
      const shown = comparableRecord(before, id);
      return {
        interface: "donation",
        operation,
        method: "PUT",
        path: `/api/${name[0]?.toUpperCase()}${name.slice(1)}/replace`,
        pathParameters: {},
        bodies: [body],
        ...(shown === undefined
          ? {}
          : { ...read, recordId: id, original: { kind: "fields", fields: scalarsIn(shown) } }),
      };
    },
  };
};

const members = (id: string, setting: Setting): UndoPlan => {
  const readPath = readBackPath(setting, "members", id);
  return {
    kind: "record",
    record: `members of group ${id}`,
    ...optional("readPath", readPath),
    undo(before) {
      const shown = membersIn(before);
      const declared = setting("volunteer.scratch.memberIds");
      const template = setting("volunteer.scratch.setMembers");
      const ids = shown ?? (Array.isArray(declared) ? declared : []);
      if (template === undefined) return undefined;
      const all = { kind: "members", ids } as const;
      return {
        interface: "volunteer",
        operation: "setGroupMembers",
        method: "PUT",
        path: fill("/v1/groups/{id}/members", id),
        pathParameters: { id },
        bodies: [withMembers(template, ids)],
        fact: "VOL-06",
        ...(shown === undefined
          ? {}
          : { ...optional("readPath", readPath), recordId: id, shows: all, original: all }),
      };
    },
  };
};

/** The bodies that restore a record as it was read: one with all its scalars, one with only the declared properties. */
const bodiesFor = (shown: JsonObject, declared: JsonObject): readonly JsonObject[] => {
  const names = Object.keys(declared);
  const sent = pick(shown, names);
  const most = { ...declared, ...scalarsIn(shown), ...sent };
  const least = { ...declared, ...sent };
  // An empty body might clear the record.
  return names.length === 0 || JSON.stringify(most) === JSON.stringify(least) ? [most] : [most, least];
};

const updated = (kind: "group" | "project", id: string, setting: Setting): UndoPlan => {
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
    undo(before) {
      const template = withMembers(setting(`volunteer.scratch.update${name}`) ?? {}, []);
      const declared = isObject(template) ? template : {};
      const names = Object.keys(declared);
      const shown = comparableRecord(before, id);
      if (shown === undefined) return names.length === 0 ? undefined : { ...write, bodies: [declared] };
      const scalars = scalarsIn(shown);
      return {
        ...write,
        bodies: bodiesFor(shown, declared),
        ...optional("readPath", readPath),
        recordId: id,
        // Without a declared update, only an invalid one was sent, which may have changed any property.
        ...(names.length === 0
          ? { shows: { kind: "fields", fields: scalars } }
          : {
              shows: { kind: "fields", fields: pick(shown, names, isScalar) },
              fact: kind === "group" ? "VOL-05" : "VOL-04",
            }),
        original: { kind: "fields", fields: scalars },
      };
    },
  };
};

/** What a write changes of another organization: the record that the configuration names for it. */
const foreignRecord = ({ operation, pathParameters }: WireRequest, setting: Setting): string | undefined => {
  const rule = scratch[operation];
  const [, path] = rule?.kind === "path" ? rule.settings : [];
  const id = path === undefined ? undefined : setting(path);
  const isForeign =
    rule?.kind === "path" && id !== undefined && pathParameters[rule.parameter] === String(id);
  return isForeign ? `the disposable record ${String(id)}` : undefined;
};

/**
 * What a scratch write changes, and what puts it back.
 *
 * | write | put back by | what cannot be put back |
 * |---|---|---|
 * | replaceContactNote | the note that `crm.scratch.note` declares, else the standard note of a run | another text that the note had before: no read of a note is stated |
 * | addEventContact | nothing | the individual stays with the event: no removal is stated |
 * | replaceCampaign, replaceProject, replaceSegment | the declared body | what the record had beyond it; of a segment no read is stated without a query |
 * | updateGroup, updateProject | what `volunteer.readBack` showed before the first write, scalars only; without it the declared update | lists and objects of the record; without a read back all that the update changed |
 * | setGroupMembers | the members that `volunteer.readBack.members` showed before, when it showed all of them; else the declared `memberIds` | |
 * | createUser, createProject, createGroup | nothing | the new record stays: no deletion is stated |
 * | any of them to another organization's disposable record | nothing | this one's credential must not reach it |
 * @throws Error for a write that is none of the documented.
 */
export const undoPlanOf = (request: WireRequest, setting: Setting): UndoPlan => {
  const id = request.pathParameters["id"] ?? "";
  const foreign = foreignRecord(request, setting);
  if (foreign !== undefined)
    return { kind: "none", what: `${foreign} of another organization was written to` };
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
