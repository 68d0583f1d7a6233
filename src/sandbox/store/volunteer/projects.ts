import type { JsonObject } from "../../../core/model/json-object.ts";
import { Entity, instant, json, organization, type RecordOf } from "../entity.ts";
import { sql } from "../sql.ts";

/** A project. Its fields are not stated (U-03), so they are kept as sent. */
export const projects = new Entity(
  "volunteer_project",
  {
    organizationId: organization,
    fields: json<JsonObject>().required,
    createdAt: instant.required,
    updatedAt: instant.required,
  },
  {
    indexes: sql`create index volunteer_project_by_organization on volunteer_project (organization_id, id)`,
  },
);

export type Project = RecordOf<typeof projects>;
