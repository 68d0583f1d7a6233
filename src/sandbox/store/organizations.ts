import type { Database } from "./database.ts";
import { Entity, text, type RecordOf } from "./entity.ts";
import { sql } from "./sql.ts";

/** The organization of the credentials in the configuration. */
export const mainOrganization = 1;
/** Another organization, which those credentials must never see (GEN-05). */
export const otherOrganization = 2;

export const organizations = new Entity("organization", { name: text.required });

export type Organization = RecordOf<typeof organizations>;

export const findOrganization = (database: Database, id: number): Organization | undefined =>
  organizations.find(database, sql`id = ${id}`);
