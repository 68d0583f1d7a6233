import type { Handler } from "../../pipeline/handler.ts";
import { refuse } from "../../refusal.ts";
import { findProject, saveProjectFields } from "../../store/volunteer/projects.ts";
import { recordId } from "./record-id.ts";
import { sentFields } from "./sent-fields.ts";
import { projectView } from "./views.ts";

/** Changes the fields that were sent and keeps the others (VOL-04; the manner is assumed, U-17). */
export const updateProject: Handler<"updateProject"> = (
  { path, body },
  { database, caller, clock, emit },
) => {
  const project = findProject(database, caller.organizationId, recordId(path.id));
  if (project === undefined) return refuse(404, "There is no such project.");
  const fields = { ...project.fields, ...sentFields(body) };
  const now = clock.now();
  saveProjectFields(database, project.id, fields, now);
  const view = projectView({ ...project, fields, updatedAt: now });
  emit("project.updated", view);
  return { status: 200, body: { data: view } };
};
