import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** What gifts are given for. Nothing is stated of it but that it is created, updated and deleted. */
export interface ProjectInput {
  readonly name: string;
  readonly description: string | null;
  readonly isActive: boolean;
}

export interface Project extends ProjectInput {
  readonly id: number;
}

export const projectSchema = sql`
  create table crm_project (
    id integer primary key autoincrement,
    organization_id integer not null references organization (id),
    name text not null,
    description text,
    is_active integer not null
  ) strict;
`;

/** Stores a project and returns its id. */
export const addProject = (database: Database, organizationId: number, project: ProjectInput): number =>
  database.run(sql`
    insert into crm_project (organization_id, name, description, is_active)
    values (${organizationId}, ${project.name}, ${project.description}, ${project.isActive})`).lastId;

/** Overwrites a project whole. */
export const saveProject = (
  database: Database,
  organizationId: number,
  id: number,
  project: ProjectInput,
): void => {
  database.run(sql`
    update crm_project set name = ${project.name}, description = ${project.description},
      is_active = ${project.isActive}
    where organization_id = ${organizationId} and id = ${id}`);
};

export const removeProject = (database: Database, organizationId: number, id: number): void => {
  database.run(sql`delete from crm_project where organization_id = ${organizationId} and id = ${id}`);
};

export const findProject = (database: Database, organizationId: number, id: number): Project | undefined => {
  const row = database.get<Omit<Project, "isActive"> & { readonly isActive: number }>(sql`
    select id, name, description, is_active as isActive from crm_project
    where organization_id = ${organizationId} and id = ${id}`);
  return row === undefined ? undefined : { ...row, isActive: row.isActive === 1 };
};
