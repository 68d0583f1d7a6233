import type { Handler } from "../../../pipeline/handler.ts";
import { refuse } from "../../../refusal.ts";
import { volunteerProjects } from "../../../store/volunteer/records-as-sent.ts";
import { recordPage } from "./pages.ts";
import { sentRecordId, sentOwnFields } from "./sent-fields.ts";
import { projectView } from "./views.ts";

/** Creates a project from any fields (VOL-04; its payload is not stated). */
export const createProject: Handler<"createProject"> = ({ body }, { database, caller, clock, emit }) => {
  const now = clock.now();
  const { organizationId } = caller;
  const project = { organizationId, fields: sentOwnFields(body), createdAt: now, updatedAt: now };
  const view = projectView({ ...project, id: volunteerProjects.add(database, project) });
  emit("project.created", view);
  return { status: 201, body: { data: view } };
};

/** Changes the sent fields and keeps the others (VOL-04; the manner is assumed, U-17). */
export const updateProject: Handler<"updateProject"> = (
  { path, body },
  { database, caller, clock, emit },
) => {
  const project = volunteerProjects.findIn(database, caller.organizationId, sentRecordId(path.id));
  if (project === undefined) return refuse(404, "There is no such project.");
  const change = { fields: { ...project.fields, ...sentOwnFields(body) }, updatedAt: clock.now() };
  volunteerProjects.save(database, project.id, change);
  const view = projectView({ ...project, ...change });
  emit("project.updated", view);
  return { status: 200, body: { data: view } };
};

/** Reading projects is known to exist, not stated (U-17). */
export const listVolunteerProjects: Handler<"listVolunteerProjects"> = ({ query }, context) => ({
  status: 200,
  body: recordPage(volunteerProjects, projectView, "/v1/projects", query, context),
});

export const getProject: Handler<"getProject"> = ({ path }, { database, caller }) => {
  const project = volunteerProjects.findIn(database, caller.organizationId, sentRecordId(path.id));
  return project === undefined
    ? refuse(404, "There is no such project.")
    : { status: 200, body: { data: projectView(project) } };
};
