import { integerInPath, type AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Answer, Context, ParsedRequest } from "../../../pipeline/endpoint.ts";
import { isRefusal, refuse, type Refusal } from "../../../refusal.ts";
import {
  addProject,
  findProject,
  removeProject,
  saveProject,
  type Project,
  type ProjectInput,
} from "../../../store/crm/projects.ts";
import { readFields } from "./fields.ts";
import { idIn, whenKnown } from "./when-known.ts";

const projectView = ({ id, name, description, isActive }: Project): Record<string, unknown> => ({
  id,
  name,
  description,
  isActive,
});

const readProject = (body: unknown): ProjectInput | Refusal<422> =>
  readFields(body, (fields) => ({
    name: fields.text("name"),
    description: fields.optionalText("description"),
    isActive: fields.flag("isActive", true),
  }));

const create = ({ body }: ParsedRequest, { database, caller, emit }: Context): Answer | Refusal => {
  const project = readProject(body);
  if (isRefusal(project)) return project;
  const view = projectView({ ...project, id: addProject(database, caller.organizationId, project) });
  emit("projectCreate", { project: view });
  return { status: 200, body: view };
};

const update = (request: ParsedRequest, context: Context): Answer | Refusal => {
  const { database, caller, emit } = context;
  const before = known(request, context);
  if (before === undefined) return noProject();
  const project = readProject(request.body);
  if (isRefusal(project)) return project;
  saveProject(database, caller.organizationId, before.id, project);
  const view = projectView({ ...project, id: before.id });
  emit("projectUpdate", { project: view });
  return { status: 200, body: view };
};

const remove = (request: ParsedRequest, context: Context): Answer | Refusal => {
  const { database, caller, emit } = context;
  const project = known(request, context);
  if (project === undefined) return noProject();
  removeProject(database, caller.organizationId, project.id);
  emit("projectDelete", { project: projectView(project) });
  return { status: 204 };
};

const known = (request: ParsedRequest, { database, caller }: Context): Project | undefined =>
  findProject(database, caller.organizationId, idIn(request, "projectId"));

const noProject = (): Refusal => refuse(404, "There is no such project.");

const path = "/api/Project/{projectId}";
const parameters = [integerInPath("projectId")];
const permission = "project.write";

/** Creating, replacing and deleting projects. */
export const projectEndpoints: readonly AssumedEndpoint[] = [
  whenKnown("U-07", {
    id: "createCrmProject",
    method: "POST",
    path: "/api/Project",
    permission,
    readsBody: true,
    respond: create,
  }),
  whenKnown("U-07", {
    id: "updateCrmProject",
    method: "PUT",
    path,
    permission,
    parameters,
    readsBody: true,
    respond: update,
  }),
  whenKnown("U-07", {
    id: "deleteCrmProject",
    method: "DELETE",
    path,
    permission,
    parameters,
    respond: remove,
  }),
];
