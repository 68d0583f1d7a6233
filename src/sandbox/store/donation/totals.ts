import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import type { Kind } from "./kind.ts";

/** Number of records of each large kind, counted once because all of its rows are seeded. */
export const totalSchema = sql`
  create table donation_total (
    organization_id integer not null,
    kind text not null,
    total integer not null,
    primary key (organization_id, kind)
  ) strict, without rowid;
`;

/** Call it after the last row of a large kind is stored. */
export const keepTotal = (database: Database, organizationId: number, kind: Kind): void => {
  database.run(sql`
    insert into donation_total (organization_id, kind, total)
    select ${organizationId}, ${kind.name}, count(*) from ${kind.table} where organization_id = ${organizationId}`);
};

/** Number of records of a large kind in an organization; undefined for other kinds. */
export const keptTotal = (database: Database, organizationId: number, kind: Kind): number | undefined =>
  database.get<{ total: number }>(
    sql`select total from donation_total where organization_id = ${organizationId} and kind = ${kind.name}`,
  )?.total;
