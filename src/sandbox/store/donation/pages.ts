import type { Database } from "../database.ts";
import { sql, type Sql } from "../sql.ts";
import { by, scan, sizeWorthPlanning, type Match } from "./access.ts";
import type { Field } from "./field.ts";
import type { Kind } from "./kind.ts";
import { orderedIds } from "./ordered-ids.ts";
import { keptTotal, waymarkBefore, type Waymark } from "./waymarks.ts";

/** The records that a request is about: all of the organization, or those that match a condition. */
export interface Selection {
  readonly kind: Kind;
  readonly organizationId: number;
  readonly match: Match | undefined;
}

/**
 * An order of records. Ties are broken by the id, in the same direction, so that no two records are equal.
 */
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
export const countSelected = (database: Database, { kind, organizationId, match }: Selection): number => {
  const owned = sql`where organization_id = ${organizationId}`;
  if (match !== undefined) {
    const hint = match.covering === undefined ? match.visiting.hint : by(match.covering.index);
    return countOf(database, sql`from ${kind.table} ${hint} ${owned} and ${match.where}`);
  }
  const kept = keptTotal(database, organizationId, kind);
  return kept ?? countOf(database, sql`from ${kind.table} ${owned}`);
};

const countOf = (database: Database, from: Sql): number =>
  database.get<{ total: number }>(sql`select count(*) as total ${from}`)?.total ?? 0;

/**
 * The ids in a window of the ordered selection, of which there are `total`. Comes from whichever end is
 * nearer, or from a waymark, so that a page costs much the same wherever it is.
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
  const ids =
    seek(database, selection, order.field, { skip: fromFirst, take }) ??
    pick(database, selection, order.field, { skip: fromFirst, take }, total) ??
    walk(database, selection, order.field, { skip: fromFirst, take }, total);
  return order.descending ? ids.toReversed() : ids;
};

interface IdRow {
  readonly id: number;
}

const idsOf = (rows: readonly IdRow[]): number[] => rows.map(({ id }) => id);

/** The window counted off from the nearer end. Ascending, as `seek`. */
const walk = (
  database: Database,
  selection: Selection,
  field: Field,
  { skip, take }: Window,
  total: number,
): number[] => {
  const { kind, organizationId, match } = selection;
  const backwards = skip > total - skip - take;
  const offset = backwards ? total - skip - take : skip;
  const { hint, isSorted } = wayTo(database, selection, field, { part: offset + take, total });
  // A plus keeps the planner from walking along the order itself.
  const key = isSorted ? field.column : sql`+${field.column}`;
  const id = isSorted ? sql`id` : sql`+id`;
  const order = backwards ? sql`${key} desc, ${id} desc` : sql`${key}, ${id}`;
  const condition = match === undefined ? sql`` : sql`and ${match.where}`;
  const ids = idsOf(
    database.all<IdRow>(sql`
      select id from ${kind.table} ${hint} where organization_id = ${organizationId} ${condition}
      order by ${order} limit ${take} offset ${offset}`),
  );
  return backwards ? ids.toReversed() : ids;
};

/** So many matches are counted off from an end; what lies deeper is picked from a list of all. */
const deep = 2000;

/** The window of a filter's matches from a kept list; undefined where walking there is quick enough. */
const pick = (
  database: Database,
  selection: Selection,
  { column }: Field,
  { skip, take }: Window,
  total: number,
): number[] | undefined => {
  const { kind, organizationId, match } = selection;
  if (match === undefined || !kind.isLarge || Math.min(skip, total - skip - take) < deep) return undefined;
  const list = orderedIds(
    database,
    sql`
      select group_concat(id order by ${column}, id) as ids from ${kind.table} ${match.visiting.hint}
      where organization_id = ${organizationId} and ${match.where}`,
  );
  return [...list.subarray(skip, skip + take)];
};

interface Way {
  readonly hint: Sql;
  /** Whether it meets the records in their order. */
  readonly isSorted: boolean;
}

/** A match that is visited to be sorted costs about a quarter of a row that is looked up. */
const matchesSortedPerLookup = 4;

/** Whether to walk along the order through `part` of the matches, or to visit all of them and sort them. */
const wayTo = (
  database: Database,
  { kind, organizationId, match }: Selection,
  { column, index }: Field,
  { part, total }: { readonly part: number; readonly total: number },
): Way => {
  const size = sizeWorthPlanning(database, organizationId, kind);
  if (size === undefined || match === undefined || index === undefined)
    return { hint: sql``, isSorted: true };
  // Where the index of the condition holds all that the order needs, no row is looked up at all.
  const isCovered = column.text === "id" || column.text === match.covering?.column.text;
  if (match.covering !== undefined && isCovered) return { hint: by(match.covering.index), isSorted: true };
  const all = column.text === "id" ? scan(size).cost : size;
  const sorting = match.visiting.cost + total / matchesSortedPerLookup;
  return (all * part) / total <= sorting
    ? { hint: by(index), isSorted: true }
    : { hint: match.visiting.hint, isSorted: false };
};

/** The window sought from a waymark; undefined where there is none. */
const seek = (
  database: Database,
  { kind, organizationId, match }: Selection,
  { column }: Field,
  { skip, take }: Window,
): number[] | undefined => {
  if (match !== undefined || !kind.isLarge) return undefined;
  const waymark = waymarkBefore(database, { organizationId, kind, column, position: skip });
  if (waymark === undefined) return undefined;
  const { alike, greater } = stretches(kind, organizationId, column, waymark);
  const offset = skip - waymark.position;
  const ids = idsOf(database.all<IdRow>(sql`select id ${alike} order by id limit ${take} offset ${offset}`));
  if (ids.length === take) return ids;
  const passed = ids.length > 0 ? offset : Math.min(offset, countOf(database, alike));
  const [more, further] = [take - ids.length, offset - passed];
  const others = database.all<IdRow>(
    sql`select id ${greater} order by ${column}, id limit ${more} offset ${further}`,
  );
  return [...ids, ...idsOf(others)];
};

/**
 * The rest of the records with the waymark's own key, and those with greater ones: each is one stretch of
 * an index.
 */
const stretches = (
  kind: Kind,
  organizationId: number,
  column: Sql,
  { key, id }: Waymark,
): { readonly alike: Sql; readonly greater: Sql } => {
  const owned = sql`from ${kind.table} where organization_id = ${organizationId}`;
  return key === null
    ? {
        alike: sql`${owned} and ${column} is null and id >= ${id}`,
        greater: sql`${owned} and ${column} is not null`,
      }
    : {
        alike: sql`${owned} and ${column} = ${key} and id >= ${id}`,
        greater: sql`${owned} and ${column} > ${key}`,
      };
};
