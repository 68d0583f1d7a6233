import type { Assumptions } from "../../assumptions/assumptions.ts";
import type { Database } from "../database.ts";
import { sql, type Sql } from "../sql.ts";
import { present, type Field, type Row } from "./field.ts";
import type { DonationRecord, Kind } from "./kind.ts";
import { keptTotal, waymarkBefore } from "./waymarks.ts";

/** The records that a request is about. */
export interface Selection {
  readonly kind: Kind;
  readonly organizationId: number;
  /** Undefined for all records of the organization. */
  readonly where: Sql | undefined;
}

/** An order of records. Ties are broken by the id, in the same direction, so that no two records are equal. */
export interface Order {
  /** Records without a value come first, and last when descending. */
  readonly field: Field;
  readonly descending: boolean;
}

/** Positions `skip` to `skip + take - 1` of an order. */
export interface Window {
  readonly skip: number;
  readonly take: number;
}

/** How many records are selected, exactly. */
export const countSelected = (database: Database, { kind, organizationId, where }: Selection): number => {
  const kept = where === undefined ? keptTotal(database, organizationId, kind) : undefined;
  if (kept !== undefined) return kept;
  const condition = where === undefined ? sql`` : sql`and ${where}`;
  const counted = database.get<{ total: number }>(
    sql`select count(*) as total from ${kind.table} where organization_id = ${organizationId} ${condition}`,
  );
  return counted?.total ?? 0;
};

/**
 * The ids in a window of the ordered selection, of which there are `total`. Walks from whichever end is nearer, or
 * from a waymark, so that a page costs much the same wherever it is.
 */
export const idsInWindow = (
  database: Database,
  selection: Selection,
  order: Order,
  window: Window,
  total: number,
): number[] => {
  const take = Math.min(window.take, total - window.skip);
  if (take <= 0) return [];
  const fromFirst = order.descending ? total - window.skip - take : window.skip;
  const fromLast = total - fromFirst - take;
  const ids =
    marked(database, selection, order.field, { skip: fromFirst, take }) ??
    (fromFirst <= fromLast
      ? walked(database, selection, order.field, false, { skip: fromFirst, take })
      : walked(database, selection, order.field, true, { skip: fromLast, take }).toReversed());
  return order.descending ? ids.toReversed() : ids;
};

interface IdRow {
  readonly id: number;
}

const idsOf = (rows: readonly IdRow[]): number[] => rows.map(({ id }) => id);

const walked = (
  database: Database,
  { kind, organizationId, where }: Selection,
  { column }: Field,
  backwards: boolean,
  { skip, take }: Window,
): number[] => {
  const condition = where === undefined ? sql`` : sql`and ${where}`;
  const order = backwards ? sql`${column} desc, id desc` : sql`${column}, id`;
  return idsOf(
    database.all<IdRow>(sql`
      select id from ${kind.table} where organization_id = ${organizationId} ${condition}
      order by ${order} limit ${take} offset ${skip}`),
  );
};

/** The window sought from a waymark; undefined where there is none. Ascending. */
const marked = (
  database: Database,
  { kind, organizationId, where }: Selection,
  { column }: Field,
  { skip, take }: Window,
): number[] | undefined => {
  if (where !== undefined || !kind.isLarge) return undefined;
  const waymark = waymarkBefore(database, { organizationId, kind, column, position: skip });
  if (waymark === undefined) return undefined;
  const { key, id, position } = waymark;
  const [owned, offset] = [sql`organization_id = ${organizationId}`, skip - position];
  // The rest of the records with the waymark's own key, then those with greater ones: each is one stretch of an index.
  const alike = sql`from ${kind.table} where ${owned} and ${column} = ${key} and id >= ${id}`;
  const ids = idsOf(database.all<IdRow>(sql`select id ${alike} order by id limit ${take} offset ${offset}`));
  if (ids.length === take) return ids;
  const passed = ids.length > 0 ? offset : Math.min(offset, countOf(database, sql`select count(*) as total ${alike}`));
  const greater = sql`from ${kind.table} where ${owned} and ${column} > ${key}`;
  const [more, further] = [take - ids.length, offset - passed];
  const others = database.all<IdRow>(sql`select id ${greater} order by ${column}, id limit ${more} offset ${further}`);
  return [...ids, ...idsOf(others)];
};

const countOf = (database: Database, count: Sql): number => database.get<{ total: number }>(count)?.total ?? 0;

/** What records are to show. */
export interface Showing {
  /** Names of fields and parts; undefined for whole records. */
  readonly chosen: readonly string[] | undefined;
  readonly withDetails: boolean;
  readonly assumptions: Assumptions;
}

/** The records with these ids, in their order. */
export const recordsOf = (
  database: Database,
  kind: Kind,
  organizationId: number,
  ids: readonly number[],
  { chosen, withDetails, assumptions }: Showing,
): DonationRecord[] => {
  const found = new Map(rowsOf(database, kind, organizationId, ids).map((row) => [row["id"], row]));
  const rows = ids.map((id) => found.get(id)).filter((row) => row !== undefined);
  const isChosen = (name: string, isUsual: boolean): boolean => chosen?.includes(name) ?? isUsual;
  const fields = kind.fields.filter(({ name, isShown }) => isChosen(name, isShown));
  const parts = kind.parts
    .map((part) => ({ part, name: part.name(assumptions) }))
    .filter(({ part, name }) => isChosen(name, withDetails || part.comes === "always"))
    .map(({ part, name }) => ({ name, of: part.load({ database, organizationId, rows, assumptions, chosen }) }));
  return rows.map((row) => {
    const record: Record<string, unknown> = {};
    for (const field of fields) record[field.name] = present(field, row);
    for (const { name, of } of parts) record[name] = of(row);
    return record;
  });
};

const rowsOf = (database: Database, kind: Kind, organizationId: number, ids: readonly number[]): Row[] =>
  ids.length === 0
    ? []
    : database.all<Row>(sql`
        select * from ${kind.table}
        where organization_id = ${organizationId} and id in (select value from json_each(${JSON.stringify(ids)}))`);
