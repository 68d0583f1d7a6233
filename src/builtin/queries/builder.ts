import { UsageError } from "../../core/model/usage-error.ts";
import { bodyOf, type QueryBody } from "./body.ts";
import { refusalsOf } from "./check-query.ts";
import { assertSound } from "./dialect/define-dialect.ts";
import type { ColumnOf, ComparableOf, Dialect, FieldOf, KindOf, SortableOf } from "./dialect/dialect.ts";
import {
  type AnyCondition,
  type Condition,
  type Filter,
  type Group,
  groupOf,
  isFilter,
  isGroup,
  type NumberedCondition,
} from "./expression.ts";
import { type Direction, sorting } from "./page-options.ts";
import { printQuery, type PrintOptions } from "./print.ts";
import type { Query } from "./query.ts";
import { refuseFirst } from "./refusal.ts";

/**
 * The conditions on a kind of record: its own fields, each compared with values of its type. A dialect whose names the
 * compiler does not know accepts any condition, and rejects wrong ones at run time.
 */
export type ConditionOn<D extends Dialect, K extends KindOf<D>> =
  string extends FieldOf<D, K>
    ? AnyCondition
    : { [F in FieldOf<D, K>]: Condition<F, ComparableOf<D, K, F>> | NumberedCondition<F> }[FieldOf<D, K>];

/**
 * Builds a query; every step returns a new builder.
 *
 * Every step rejects what the interface must refuse and what the dialect does not know, with a UsageError whose
 * location is a path in the body (`donor query, groups[0].conditions[1]`). No message holds a value.
 * @example
 * ```ts
 * import { field, query } from "tripact/queries";
 *
 * const donors = query("donor", dialect).where(field("city").equals("Austin"));
 * console.log(donors.take(50).body().take); // 50
 * console.log(String(donors)); // donor where city = string(6)
 * ```
 */
export class QueryBuilder<D extends Dialect, K extends KindOf<D>> {
  /** The query so far, as plain data. */
  readonly query: Query;
  readonly #dialect: D;

  constructor(query: Query, dialect: D) {
    this.query = query;
    this.#dialect = dialect;
  }

  /** Selects records that match; further filters narrow the result. */
  where(filter: Filter<ConditionOn<D, K>>): QueryBuilder<D, K> {
    return this.#with({ filter: narrowed(this.query.filter, filter) });
  }

  /** Orders the result. The case of the name does not matter (DON-05). */
  sortBy(name: SortableOf<D, K>, direction?: Direction): QueryBuilder<D, K> {
    const { descending: _, ...others } = this.query;
    return this.#checked({ ...others, ...sorting(name, direction) });
  }

  /** Returns only these fields of every record; the last call wins. */
  select(...columns: readonly ColumnOf<D, K>[]): QueryBuilder<D, K> {
    return this.#with({ columns });
  }

  /** Skips the given number of records of the ordered result. */
  skip(count: number): QueryBuilder<D, K> {
    return this.#with({ skip: count });
  }

  /** Limits the number of records per page. */
  take(count: number): QueryBuilder<D, K> {
    return this.#with({ take: count });
  }

  /** Includes related records, such as a donor's addresses. */
  withDetails(wanted = true): QueryBuilder<D, K> {
    return this.#with({ includeDetails: wanted });
  }

  /** The request body. */
  body(): QueryBody {
    return bodyOf(this.query, this.#dialect);
  }

  /** The query on one line; values are masked by default. */
  toString(options?: PrintOptions): string {
    return printQuery(this.query, options);
  }

  #with(change: Partial<Query>): QueryBuilder<D, K> {
    return this.#checked({ ...this.query, ...change });
  }

  #checked(query: Query): QueryBuilder<D, K> {
    refuseFirst(`${String(query.kind)} query`, refusalsOf(query, this.#dialect));
    return new QueryBuilder(query, this.#dialect);
  }
}

/**
 * Starts a query on a kind of record: `query("donor", dialect).where(field("city").equals("Austin")).take(50)`.
 * @throws UsageError for an invalid dialect, or a kind that it does not know.
 * @example
 * ```ts
 * import { all, field, query } from "tripact/queries";
 *
 * const body = query("donor", dialect)
 *   .where(all(field("city").equals("Austin"), field("name").contains("an")))
 *   .sortBy("id")
 *   .take(50)
 *   .body();
 * console.log(body.queryType); // 0
 * ```
 */
export const query = <const D extends Dialect, const K extends KindOf<D>>(
  kind: K,
  dialect: D,
): QueryBuilder<D, K> => {
  assertSound(dialect);
  const begun: Query = { kind };
  refuseFirst(`${kind} query`, refusalsOf(begun, dialect));
  return new QueryBuilder(begun, dialect);
};

const narrowed = (before: Group | undefined, filter: Filter): Group => {
  if (!isFilter(filter)) throw new UsageError("a filter is a condition, all(…) or any(…)");
  const added = isGroup(filter) ? groupOf(filter.kind, filter.members) : groupOf("all", [filter]);
  if (before === undefined) return added;
  return groupOf("all", before.kind === "all" ? [...before.members, filter] : [before, filter]);
};
