import { assume, type AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Answer, Context, ParsedRequest } from "../../../pipeline/endpoint.ts";
import type { Parameter } from "../../../../harness/model/operation.ts";
import type { Permission } from "../../../permissions.ts";
import { refuse, type Refusal } from "../../../refusal.ts";
import { countGroups, findGroup, membersOf, pageOfGroups } from "../../../store/volunteer/groups.ts";
import { countListing, listingKinds, pageOfListing } from "../../../store/volunteer/listings.ts";
import { countProjects, findProject, pageOfProjects } from "../../../store/volunteer/projects.ts";
import { findUser } from "../../../store/volunteer/users.ts";
import { groupWithMembers } from "../group-with-members.ts";
import { pageRequest, pageView, type PageRequest } from "../page.ts";
import { recordId } from "../record-id.ts";
import { groupView, projectView, userView } from "../views.ts";

const perPage: Parameter = { name: "per_page", in: "query", type: "integer", required: false };
const id: Parameter = { name: "id", in: "path", type: "string", required: true };

type Views = Record<string, unknown>[];

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
    parameters: path.includes("{id}") ? [id] : [perPage],
    when: { key: "U-17.endpoints", value: "known" },
    respond,
  });

const listed =
  (
    path: string,
    count: (context: Context) => number,
    fetchPage: (context: Context, page: PageRequest) => Views,
  ) =>
  (request: ParsedRequest, context: Context): Answer => {
    const size = Number(request.query["per_page"] ?? 0);
    const page = pageRequest(size > 0 ? size : undefined, request.undocumented["page"], context.assumptions);
    const body = pageView(fetchPage(context, page), count(context), page, `${context.baseUrl}${path}`);
    return { status: 200, body };
  };

const listGroups = listed(
  "/v1/groups",
  ({ database, caller }) => countGroups(database, caller.organizationId),
  ({ database, caller }, { skip, perPage: take }) =>
    pageOfGroups(database, caller.organizationId, skip, take).map(groupView),
);

const listProjects = listed(
  "/v1/projects",
  ({ database, caller }) => countProjects(database, caller.organizationId),
  ({ database, caller }, { skip, perPage: take }) =>
    pageOfProjects(database, caller.organizationId, skip, take).map(projectView),
);

const readGroup = (request: ParsedRequest, { database, caller }: Context): Answer | Refusal => {
  const group = findGroup(database, caller.organizationId, recordId(request.path["id"]));
  if (group === undefined) return refuse(404, "There is no such group.");
  return { status: 200, body: { data: groupWithMembers(database, caller.organizationId, group.id) } };
};

const readMembers = (request: ParsedRequest, { database, caller }: Context): Answer | Refusal => {
  const group = findGroup(database, caller.organizationId, recordId(request.path["id"]));
  if (group === undefined) return refuse(404, "There is no such group.");
  const members = membersOf(database, group.id).map((userId) =>
    findUser(database, caller.organizationId, userId),
  );
  const data = members.filter((user) => user !== undefined).map(userView);
  return { status: 200, body: { data, meta: { total: data.length } } };
};

const readProject = (request: ParsedRequest, { database, caller }: Context): Answer | Refusal => {
  const project = findProject(database, caller.organizationId, recordId(request.path["id"]));
  if (project === undefined) return refuse(404, "There is no such project.");
  return { status: 200, body: { data: projectView(project) } };
};

/** Reading groups, members, projects and three lists: known to exist, not stated (U-17). */
export const readEndpoints: readonly AssumedEndpoint[] = [
  reads("listGroups", "/v1/groups", "group.read", listGroups),
  reads("getGroup", "/v1/groups/{id}", "group.read", readGroup),
  reads("listGroupMembers", "/v1/groups/{id}/members", "group.read", readMembers),
  reads("listVolunteerProjects", "/v1/projects", "project.read", listProjects),
  reads("getProject", "/v1/projects/{id}", "project.read", readProject),
  ...listingKinds.map((kind) =>
    reads(
      `list-${kind}`,
      `/v1/${kind}`,
      "project.read",
      listed(
        `/v1/${kind}`,
        ({ database, caller }) => countListing(database, caller.organizationId, kind),
        ({ database, caller }, { skip, perPage: take }) =>
          pageOfListing(database, caller.organizationId, kind, skip, take).map((entry) => ({ ...entry })),
      ),
    ),
  ),
];
