import type { Database } from "../database.ts";
import { sql, type Sql, type SqlValue } from "../sql.ts";
import type { Kind } from "./kind.ts";

/**
 * Waymarks make a page by offset as quick at the end as at the beginning: for every order of a large kind
 * they hold the record at each thousandth position, so that a page is sought from the nearest one instead
 * of counted off from the first. Large kinds have their rows from the seed alone; where one is changed, the
 * waymarks of the orders that it may have moved in are forgotten, and pages are counted off again.
 */
export const waymarkSchema = sql`
  create table donation_waymark (
    organization_id integer not null,
    kind text not null,
    sort text not null,
    position integer not null,
    key any,
    id integer not null,
    primary key (organization_id, kind, sort, position)
  ) strict, without rowid;
  create table donation_total (
    organization_id integer not null,
    kind text not null,
    total integer not null,
    primary key (organization_id, kind)
  ) strict, without rowid;
`;

/** How far waymarks are apart. */
export const waymarkStep = 1000;

/** The record at a position of an order. */
export interface Waymark {
  readonly position: number;
  /** What it holds in the column; null comes before everything else. */
  readonly key: SqlValue;
  readonly id: number;
}

/** How many records of a large kind there are is counted once, when all are there. */
export const keepTotal = (database: Database, organizationId: number, kind: Kind): number => {
  const counted = database.get<{ total: number }>(
    sql`select count(*) as total from ${kind.table} where organization_id = ${organizationId}`,
  );
  const total = counted?.total ?? 0;
  database.run(
    sql`insert into donation_total (organization_id, kind, total) values (${organizationId}, ${kind.name}, ${total})`,
  );
  return total;
};

/** Sets a waymark at a position of the order by a column. */
export const setWaymark = (
  database: Database,
  { organizationId, kind, column }: { organizationId: number; kind: Kind; column: Sql },
  { position, id }: Omit<Waymark, "key">,
): void => {
  database.run(sql`
    insert into donation_waymark (organization_id, kind, sort, position, key, id)
    select ${organizationId}, ${kind.name}, ${column.text}, ${position}, ${column}, id
    from ${kind.table} where id = ${id}`);
};

/**
 * The last waymark at or before a position of the order by a column; undefined near the beginning or
 * without any.
 */
export const waymarkBefore = (
  database: Database,
  {
    organizationId,
    kind,
    column,
    position,
  }: { organizationId: number; kind: Kind; column: Sql; position: number },
): Waymark | undefined =>
  database.get<Waymark>(sql`
    select position, key, id from donation_waymark
    where organization_id = ${organizationId} and kind = ${kind.name} and sort = ${column.text} and position <= ${position}
    order by position desc limit 1`);

/** To be called when values of the column changed. */
export const forgetWaymarks = (database: Database, organizationId: number, kind: Kind, column: Sql): void => {
  database.run(sql`
    delete from donation_waymark
    where organization_id = ${organizationId} and kind = ${kind.name} and sort = ${column.text}`);
};

/** How many records of a large kind an organization has; undefined for other kinds. */
export const keptTotal = (database: Database, organizationId: number, kind: Kind): number | undefined =>
  database.get<{ total: number }>(
    sql`select total from donation_total where organization_id = ${organizationId} and kind = ${kind.name}`,
  )?.total;
