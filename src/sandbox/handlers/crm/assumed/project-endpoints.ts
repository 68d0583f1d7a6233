import type { AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Refusal } from "../../../refusal.ts";
import { projects, type Project, type ProjectInput } from "../../../store/crm/projects.ts";
import { readFields } from "./fields.ts";
import { recordEndpoints } from "./record-endpoints.ts";

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

/** Creating, replacing and deleting projects. */
export const projectEndpoints: readonly AssumedEndpoint[] = recordEndpoints({
  noun: "project",
  name: "CrmProject",
  path: "/api/Project",
  permission: "project.write",
  readNew: readProject,
  readChange: readProject,
  find: ({ database, caller }, id) => projects.findIn(database, caller.organizationId, id),
  entity: projects,
  view: projectView,
});
