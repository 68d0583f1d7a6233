import type { SandboxDatabase } from "../database.ts";
import { sql, type SqlText } from "../sql.ts";
import type { KindField, RecordKindEntity } from "./kind.ts";

/** The records of a request: all of the organization, or those that match a condition. */
export interface RecordSelection {
  readonly kind: RecordKindEntity;
  readonly organizationId: number;
  readonly condition: SqlText | undefined;
}

/** An order of records. Ties are broken by id, so that the order is total. */
export interface RecordOrder {
  /** Records without a value are first when ascending, last when descending. */
  readonly field: KindField;
  readonly descending: boolean;
  readonly descendingIds: boolean;
}

/** Positions `skip` to `skip + take - 1` of an order. */
export interface Window {
  readonly skip: number;
  readonly take: number;
}

const narrowing = ({ condition }: RecordSelection): SqlText =>
  condition === undefined ? sql`` : sql`and ${condition}`;

/** The exact number of selected records. */
export const countSelected = (database: SandboxDatabase, selection: RecordSelection): number => {
  const { kind, organizationId, condition } = selection;
  const kept = condition === undefined ? keptTotal(database, organizationId, kind) : undefined;
  if (kept !== undefined) return kept;
  const counted = database.get<{ total: number }>(sql`
    select count(*) as total from ${kind.table}
    where organization_id = ${organizationId} ${narrowing(selection)}`);
  return counted?.total ?? 0;
};

/** The ids in a window of the ordered selection of `total` records, counted from the nearer end. */
export const idsInWindow = (
  database: SandboxDatabase,
  selection: RecordSelection,
  { field, descending, descendingIds }: RecordOrder,
  window: Window,
  total: number,
): number[] => {
  const { kind, organizationId } = selection;
  const take = Math.min(window.take, total - window.skip);
  if (take <= 0) return [];
  const after = total - window.skip - take;
  const isNearerEnd = window.skip > after;
  const offset = isNearerEnd ? after : window.skip;
  const { hint, key, id } = wayThrough(database, selection, field, { reach: offset + take, total });
  const direction = (isDescending: boolean): SqlText => (isDescending === isNearerEnd ? sql`` : sql` desc`);
  const order = sql`${key}${direction(descending)}, ${id}${direction(descendingIds)}`;
  const ids = database
    .all<{ id: number }>(
      sql`
      select id from ${kind.table} ${hint} where organization_id = ${organizationId} ${narrowing(selection)}
      order by ${order} limit ${take} offset ${offset}`,
    )
    .map((row) => row.id);
  return isNearerEnd ? ids.toReversed() : ids;
};

/**
 * How to find the first `reach` of `total` matches in their order: scan an index of that order past records that do not
 * match, or sort all matches. SQLite cannot know which visits fewer rows; the total decides.
 */
const wayThrough = (
  database: SandboxDatabase,
  { kind, organizationId, condition }: RecordSelection,
  { column, index }: KindField,
  { reach, total }: { readonly reach: number; readonly total: number },
) => {
  const size = condition === undefined ? undefined : keptTotal(database, organizationId, kind);
  if (size === undefined || index === undefined) return { hint: sql``, key: column, id: sql`id` };
  const passed = (size / total) * reach;
  // A plus keeps SQLite from scanning in this order.
  if (passed > total) return { hint: sql``, key: sql`+${column}`, id: sql`+id` };
  // The table itself is ordered by id.
  const hint = column.text === "id" ? sql`not indexed` : sql`indexed by ${index}`;
  return { hint, key: column, id: sql`id` };
};

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
export const keepTotal = (
  database: SandboxDatabase,
  organizationId: number,
  kind: RecordKindEntity,
): void => {
  database.run(sql`
    insert into donation_total (organization_id, kind, total)
    select ${organizationId}, ${kind.name}, count(*) from ${kind.table} where organization_id = ${organizationId}`);
};

/** Number of records of a large kind in an organization; undefined for other kinds. */
const keptTotal = (
  database: SandboxDatabase,
  organizationId: number,
  kind: RecordKindEntity,
): number | undefined =>
  database.get<{ total: number }>(
    sql`select total from donation_total where organization_id = ${organizationId} and kind = ${kind.name}`,
  )?.total;
