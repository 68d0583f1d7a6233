import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import type { JsonObject } from "../../../harness/model/json-object.ts";

/** A project. Its fields are not stated (U-03), so whatever was sent is kept as it was. */
export interface Project {
  readonly id: number;
  readonly fields: JsonObject;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const projectSchema = sql`
  create table volunteer_project (
    id integer primary key,
    organization_id integer not null references organization (id),
    fields text not null,
    created_at integer not null,
    updated_at integer not null
  ) strict;
  create index volunteer_project_by_organization on volunteer_project (organization_id, id);
`;

interface ProjectRow {
  readonly id: number;
  readonly fields: string;
  readonly created_at: number;
  readonly updated_at: number;
}

const projectOf = (row: ProjectRow): Project => ({
  id: row.id,
  // Only this file writes it.
  fields: JSON.parse(row.fields) as JsonObject,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const addProject = (
  database: Database,
  organizationId: number,
  fields: JsonObject,
  now: number,
): number =>
  database.run(sql`
    insert into volunteer_project (organization_id, fields, created_at, updated_at)
    values (${organizationId}, ${JSON.stringify(fields)}, ${now}, ${now})`).lastId;

export const saveProjectFields = (database: Database, id: number, fields: JsonObject, now: number): void => {
  database.run(
    sql`update volunteer_project set fields = ${JSON.stringify(fields)}, updated_at = ${now}
      where id = ${id}`,
  );
};

export const findProject = (database: Database, organizationId: number, id: number): Project | undefined => {
  const row = database.get<ProjectRow>(
    sql`select * from volunteer_project where organization_id = ${organizationId} and id = ${id}`,
  );
  return row === undefined ? undefined : projectOf(row);
};
