import { operations } from "../../contract/generated/operations.ts";
import { parseJson } from "../model/json-object.ts";
import type { Operation } from "../model/operation.ts";
import type { WireRequest } from "../model/transport.ts";

type Setting = (path: string) => unknown;

/** The path parameter that names the record an operation changes, and the scratch key that must name the same. */
const scratchIds: Readonly<Record<string, readonly [parameter: string, setting: string]>> = {
  replaceContactNote: ["noteId", "crm.scratch.noteId"],
  addEventContact: ["eventId", "crm.scratch.eventId"],
  updateProject: ["id", "volunteer.scratch.projectId"],
  updateGroup: ["id", "volunteer.scratch.groupId"],
  setGroupMembers: ["id", "volunteer.scratch.groupId"],
};

/** Replacements name their record in their body, which must be the one of the declared body. */
const scratchReplacements: Readonly<Record<string, string>> = {
  replaceCampaign: "donation.scratch.campaign",
  replaceProject: "donation.scratch.project",
  replaceSegment: "donation.scratch.segment",
};

/** Creations change no record that is there: a declared body, of which one is enough, allows them. */
const scratchCreations: Readonly<Record<string, readonly string[]>> = {
  createUser: ["volunteer.scratch.createUser"],
  createProject: ["volunteer.scratch.createProject"],
  createGroup: ["volunteer.scratch.createGroup", "volunteer.scratch.invalidGroup"],
};

const sameText = (left: unknown, right: unknown): boolean =>
  left !== undefined && right !== undefined && String(left) === String(right);

/** The values of a property under any case of its name: servers differ in whether they tell cases apart. */
const valuesOf = (body: unknown, name: string): readonly unknown[] =>
  typeof body === "object" && body !== null
    ? Object.entries(body)
        .filter(([key]) => key.toLowerCase() === name)
        .map(([, value]) => value)
    : [];

const namesOnly = (body: unknown, name: string, id: unknown): boolean =>
  valuesOf(body, name).every((value) => sameText(value, id));

const replacesDeclared = (request: WireRequest, declared: unknown): boolean => {
  const [id] = valuesOf(declared, "id");
  if (id === undefined) return false;
  const body = parseJson(request.body);
  return body === undefined || (valuesOf(body, "id").length > 0 && namesOnly(body, "id", id));
};

const addsDeclared = (request: WireRequest, setting: Setting): boolean =>
  request.operation !== "addEventContact" ||
  namesOnly(parseJson(request.body), "contactindividualid", setting("crm.scratch.contactIndividualId"));

const at = <Value>(table: Readonly<Record<string, Value>>, operation: string): Value | undefined =>
  Object.hasOwn(table, operation) ? table[operation] : undefined;

/** Whether a request goes to its operation's own path: at any other one, another interface may live. */
const isAtItsPath = ({ operation: id, pathParameters }: WireRequest, path: string): boolean =>
  Object.values<Operation>(operations).some(
    (operation) =>
      operation.id === id &&
      operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(pathParameters[name] ?? ""),
      ) === path,
  );

/** Whether a write at a path below the base address touches only records that the configuration declares as scratch. */
export const isScratchWrite =
  (setting: Setting) =>
  (request: WireRequest, path: string): boolean => {
    if (!isAtItsPath(request, path)) return false;
    const byId = at(scratchIds, request.operation);
    if (byId !== undefined)
      return sameText(request.pathParameters[byId[0]], setting(byId[1])) && addsDeclared(request, setting);
    const replaced = at(scratchReplacements, request.operation);
    if (replaced !== undefined) return replacesDeclared(request, setting(replaced));
    return at(scratchCreations, request.operation)?.some((path) => setting(path) !== undefined) ?? false;
  };
