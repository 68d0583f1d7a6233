import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/** The organization whose credentials the sandbox hands out. */
export const mainOrganization = 1;
/** Another one, which must never be seen through them (GEN-05). */
export const otherOrganization = 2;

export interface Organization {
  readonly id: number;
  readonly name: string;
}

export const organizationSchema = sql`
  create table organization (
    id integer primary key,
    name text not null
  ) strict;
`;

export const addOrganization = (database: Database, organization: Organization): void => {
  database.run(sql`insert into organization (id, name) values (${organization.id}, ${organization.name})`);
};

export const findOrganization = (database: Database, id: number): Organization | undefined =>
  database.get<Organization>(sql`select id, name from organization where id = ${id}`);
