import { createRandom } from "../../serving/random.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { campaigns, donors, gifts, recurringGifts, segments } from "../store/donation/kinds.ts";
import { searchText, type KindField, type RecordKindEntity } from "../store/donation/kind.ts";
import { sql } from "../store/sql.ts";
import type { ShapeNode } from "./shape-node.ts";

/** Kinds of records that conditions can use, by the operations that show them. */
const kinds: readonly { readonly kind: RecordKindEntity; readonly operations: readonly string[] }[] = [
  { kind: donors, operations: ["listDonors", "queryDonors"] },
  { kind: gifts, operations: ["listGifts", "queryGifts"] },
  { kind: campaigns, operations: ["listCampaigns", "queryCampaigns"] },
  { kind: recurringGifts, operations: ["queryRecurringGifts"] },
  { kind: segments, operations: ["querySegments"] },
];

const pointerOf = ({ name }: KindField): string => `/items/*/${name}`;

/** Whether a location is a stored column that conditions can use. */
export const isStoredField = (operation: string, pointer: string): boolean =>
  kinds.some(
    ({ kind, operations }) =>
      operations.includes(operation) && kind.fields.some((field) => pointerOf(field) === pointer),
  );

type TreesOf = (operation: string) => readonly ShapeNode[];

const fieldNodes = (trees: readonly ShapeNode[], { name }: KindField): readonly ShapeNode[] =>
  trees.flatMap((root) => root.fields.get("items")?.items?.fields.get(name) ?? []);

/** Share of nulls among the records; undefined if the field was never seen. */
const nullShare = (nodes: readonly ShapeNode[]): number | undefined => {
  const seen = nodes.reduce((sum, node) => sum + node.seen, 0);
  const nulls = nodes.reduce((sum, node) => sum + (node.location.types["null"] ?? 0), 0);
  return seen === 0 ? undefined : nulls / seen;
};

const renewSearch = (database: SandboxDatabase, { table, searched, fields }: RecordKindEntity): void => {
  if (searched.length === 0) return;
  const columns = searched.map((name) => fields.find((field) => field.name === name)?.column.text ?? "");
  for (const row of database.all<Record<string, unknown>>(sql`select * from ${table}`))
    database.run(
      sql`update ${table} set search = ${searchText(columns.map((name) => row[name]))} where id = ${Number(row["id"])}`,
    );
};

const setNulls = (
  database: SandboxDatabase,
  kind: RecordKindEntity,
  field: KindField,
  share: number,
  seed: number,
): void => {
  const rows = database.all<{ id: number }>(
    sql`select id from ${kind.table} where ${field.column} is not null`,
  );
  for (const { id } of rows)
    if (createRandom(seed, `null ${kind.name} ${field.name} ${id}`).next() < share)
      database.run(sql`update ${kind.table} set ${field.column} = null where id = ${id}`);
};

/**
 * Sets columns of donation records to null as often as the target does, so that conditions, sort orders and Filter
 * agree with answers.
 */
export const storeNulls = (database: SandboxDatabase, treesOf: TreesOf, seed: number): void => {
  database.transaction(() => {
    for (const { kind, operations } of kinds) {
      const trees = operations.flatMap(treesOf);
      for (const field of kind.fields) {
        const share = nullShare(fieldNodes(trees, field));
        const { isHidden, isRequired } = field.details;
        if (share !== undefined && share > 0 && isHidden === undefined && isRequired !== true)
          setNulls(database, kind, field, share, seed);
      }
      renewSearch(database, kind);
    }
  });
};
