import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import type { Kind } from "./kind.ts";

/** How many records of each large kind there are: their rows come from the seed alone, so they are counted once. */
export const totalSchema = sql`
  create table donation_total (
    organization_id integer not null,
    kind text not null,
    total integer not null,
    primary key (organization_id, kind)
  ) strict, without rowid;
`;

/** To be called when all rows of a large kind are there. */
export const keepTotal = (database: Database, organizationId: number, kind: Kind): void => {
  database.run(sql`
    insert into donation_total (organization_id, kind, total)
    select ${organizationId}, ${kind.name}, count(*) from ${kind.table} where organization_id = ${organizationId}`);
};

/** How many records of a large kind an organization has; undefined for other kinds. */
export const keptTotal = (database: Database, organizationId: number, kind: Kind): number | undefined =>
  database.get<{ total: number }>(
    sql`select total from donation_total where organization_id = ${organizationId} and kind = ${kind.name}`,
  )?.total;
