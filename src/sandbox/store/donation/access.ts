import type { Database } from "../database.ts";
import { sql, type Sql } from "../sql.ts";
import { seeksIndex, toSql, type Circumstances, type Condition, type Expression } from "./expression.ts";
import type { Field } from "./field.ts";
import type { Kind } from "./kind.ts";
import { keptTotal } from "./waymarks.ts";

/**
 * The way to the matches of a filter. Looking up a row that an index led to costs as much as passing
 * several rows by in order, and SQLite's planner does not know how many matches a range of values has. So
 * among millions it is told.
 */
export interface Access {
  /** Which index is to be used, or none; empty where the planner may choose. */
  readonly hint: Sql;
  /** What it costs to visit the matches this way, counted in rows that are looked up. */
  readonly cost: number;
}

/** How many rows are passed by in the time of one that is looked up. */
const passedPerLookup = 30;

/** The planner does well enough below. */
const manyRows = 20_000;

const free: Access = { hint: sql``, cost: 0 };

/** The hint that names an index; empty without one. */
export const by = (index: Sql | undefined): Sql => (index === undefined ? sql`` : sql`indexed by ${index}`);

/** Passing all rows by. */
export const scan = (total: number): Access => ({ hint: sql`not indexed`, cost: total / passedPerLookup });

/** The size of a kind that is worth thinking about; undefined for all others. */
export const sizeWorthPlanning = (
  database: Database,
  organizationId: number,
  kind: Kind,
): number | undefined => {
  const size = keptTotal(database, organizationId, kind) ?? 0;
  return size < manyRows ? undefined : size;
};

export interface AccessQuestion {
  readonly kind: Kind;
  readonly organizationId: number;
  readonly circumstances: Circumstances;
}

/** The best way to the matches of an expression. */
const accessTo = (database: Database, question: AccessQuestion, expression: Expression): Access => {
  const size = sizeWorthPlanning(database, question.organizationId, question.kind);
  if (size === undefined) return free;
  const all = scan(size);
  const limit = Math.floor(all.cost);
  const found = visited(database, question, expression, limit);
  return found !== undefined && found.cost < limit ? found : all;
};

/** A filter as pages and totals need it. */
export interface Match {
  readonly where: Sql;
  /** The way to visit the matches, rows and all. */
  readonly visiting: Access;
  /** The field whose index alone tells which records match, where one condition on it is all there is. */
  readonly covering: Field | undefined;
}

/** What an expression matches. */
export const matchOf = (database: Database, question: AccessQuestion, expression: Expression): Match => ({
  where: toSql(expression, question.circumstances),
  visiting: accessTo(database, question, expression),
  covering:
    expression.kind === "condition" && expression.field.index !== undefined ? expression.field : undefined,
});

/** The rows that indexes lead to; undefined where they cannot, up to a limit where they lead to more. */
const visited = (
  database: Database,
  question: AccessQuestion,
  expression: Expression,
  limit: number,
): Access | undefined => {
  if (expression.kind === "condition")
    return seeksIndex(expression, question.circumstances)
      ? probed(database, question, expression, limit)
      : undefined;
  const members = expression.members.map((member) => visited(database, question, member, limit));
  const known = members.filter((member) => member !== undefined);
  if (expression.kind === "all") return known.toSorted((one, other) => one.cost - other.cost)[0];
  // Each member of a group of alternatives needs its index.
  if (known.length < members.length) return undefined;
  return { hint: sql``, cost: known.reduce((sum, { cost }) => sum + cost, 0) };
};

const probed = (
  database: Database,
  { kind, organizationId, circumstances }: AccessQuestion,
  condition: Condition,
  limit: number,
): Access => {
  const hint = by(condition.field.index);
  const counted = database.get<{ rows: number }>(sql`
    select count(*) as rows from (
      select 1 from ${kind.table} ${hint}
      where organization_id = ${organizationId} and ${toSql(condition, circumstances)} limit ${limit})`);
  return { hint, cost: counted?.rows ?? 0 };
};
