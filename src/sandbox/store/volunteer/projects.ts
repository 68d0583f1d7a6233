import type { JsonObject } from "../../../core/model/json-object.ts";
import { Entity, instantColumn, jsonColumn, organization, type RecordOf } from "../entity.ts";
import { sql } from "../sql.ts";

/** A project. Its fields are not stated (U-03), so they are kept as sent. */
export const volunteerProjects = new Entity(
  "volunteer_project",
  {
    organizationId: organization,
    fields: jsonColumn<JsonObject>().required,
    createdAt: instantColumn.required,
    updatedAt: instantColumn.required,
  },
  {
    indexes: sql`create index volunteer_project_by_organization on volunteer_project (organization_id, id)`,
  },
);

export type VolunteerProject = RecordOf<typeof volunteerProjects>;
