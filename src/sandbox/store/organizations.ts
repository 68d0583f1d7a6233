import type { Database } from "./database.ts";
import { Entity, text, type RecordOf } from "./entity.ts";
import { sql } from "./sql.ts";

/** The organization whose credentials the sandbox hands out. */
export const mainOrganization = 1;
/** Another one, which must never be seen through them (GEN-05). */
export const otherOrganization = 2;

export const organizations = new Entity("organization", { name: text.required });

export type Organization = RecordOf<typeof organizations>;

export const findOrganization = (database: Database, id: number): Organization | undefined =>
  organizations.find(database, sql`id = ${id}`);
