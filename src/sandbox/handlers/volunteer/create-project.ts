import type { Handler } from "../../pipeline/handler.ts";
import { addProject } from "../../store/volunteer/projects.ts";
import { sentFields } from "./sent-fields.ts";
import { projectView } from "./views.ts";

/** Creates a project of whatever fields were sent (VOL-04; its payload is not stated). */
export const createProject: Handler<"createProject"> = ({ body }, { database, caller, clock, emit }) => {
  const fields = sentFields(body);
  const now = clock.now();
  const id = addProject(database, caller.organizationId, fields, now);
  const view = projectView({ id, fields, createdAt: now, updatedAt: now });
  emit("project.created", view);
  return { status: 201, body: { data: view } };
};
