import { assume, type AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Answer, Context, ParsedRequest } from "../../../pipeline/endpoint.ts";
import type { Parameter } from "../../../../harness/model/operation.ts";
import type { Permission } from "../../../permissions.ts";
import { refuse, type Refusal } from "../../../refusal.ts";
import { groups, membersOf } from "../../../store/volunteer/groups.ts";
import { projects } from "../../../store/volunteer/projects.ts";
import { users } from "../../../store/volunteer/users.ts";
import { groupWithMembers } from "../groups.ts";
import { recordId } from "../record-id.ts";
import { projectView, userView } from "../views.ts";

const id: Parameter = { name: "id", in: "path", type: "string", required: true };

/** What all of these endpoints share; every one is a guess at U-17. */
const reads = (
  name: string,
  path: string,
  permission: Permission,
  respond: AssumedEndpoint["respond"],
): AssumedEndpoint =>
  assume({
    id: name,
    unknown: "U-17",
    method: "GET",
    path,
    permission,
    parameters: [id],
    when: { key: "U-17.endpoints", value: "known" },
    respond,
  });

const readGroup = (request: ParsedRequest, { database, caller }: Context): Answer | Refusal => {
  const group = groups.findIn(database, caller.organizationId, recordId(request.path["id"]));
  if (group === undefined) return refuse(404, "There is no such group.");
  return { status: 200, body: { data: groupWithMembers(database, caller.organizationId, group.id) } };
};

const readMembers = (request: ParsedRequest, { database, caller }: Context): Answer | Refusal => {
  const group = groups.findIn(database, caller.organizationId, recordId(request.path["id"]));
  if (group === undefined) return refuse(404, "There is no such group.");
  const members = membersOf(database, group.id).map((userId) =>
    users.findIn(database, caller.organizationId, userId),
  );
  const data = members.filter((user) => user !== undefined).map(userView);
  return { status: 200, body: { data, meta: { total: data.length } } };
};

const readProject = (request: ParsedRequest, { database, caller }: Context): Answer | Refusal => {
  const project = projects.findIn(database, caller.organizationId, recordId(request.path["id"]));
  if (project === undefined) return refuse(404, "There is no such project.");
  return { status: 200, body: { data: projectView(project) } };
};

/** Reading a group, its members and a project, by which checks see what was written: known to exist, not stated (U-17). */
export const readEndpoints: readonly AssumedEndpoint[] = [
  reads("getGroup", "/v1/groups/{id}", "group.read", readGroup),
  reads("listGroupMembers", "/v1/groups/{id}/members", "group.read", readMembers),
  reads("getProject", "/v1/projects/{id}", "project.read", readProject),
];
