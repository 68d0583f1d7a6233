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

/** The scratch key whose presence alone allows an operation: what it changes stands in its body. */
const scratchBodies: Readonly<Record<string, readonly string[]>> = {
  replaceCampaign: ["donation.scratch.campaign"],
  replaceProject: ["donation.scratch.project"],
  replaceSegment: ["donation.scratch.segment"],
  createUser: ["volunteer.scratch.createUser"],
  createProject: ["volunteer.scratch.createProject"],
  createGroup: ["volunteer.scratch.createGroup", "volunteer.scratch.invalidGroup"],
};

const sameText = (left: unknown, right: unknown): boolean =>
  left !== undefined && right !== undefined && String(left) === String(right);

const parsed = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const idOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "id" in value ? value.id : undefined;

/** A replacement names its record in its body: it must be the declared one, or no readable body at all. */
const replacesDeclared = (request: WireRequest, declared: unknown): boolean => {
  const body = parsed(request.body);
  if (body === undefined) return true;
  const id = idOf(declared);
  return id === undefined || idOf(body) === undefined || sameText(idOf(body), id);
};

/** Whether a write touches only records that the configuration declares as scratch. */
export const isScratchWrite =
  (setting: Setting) =>
  (request: WireRequest): boolean => {
    const byId = scratchIds[request.operation];
    if (byId !== undefined) {
      const id = request.pathParameters[byId[0]];
      return sameText(id, setting(byId[1]));
    }
    const declared = (scratchBodies[request.operation] ?? []).map(setting).filter((value) => value !== undefined);
    if (declared.length === 0) return false;
    return request.interface !== "donation" || replacesDeclared(request, declared[0]);
  };
