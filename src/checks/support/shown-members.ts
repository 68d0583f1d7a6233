import { jsonOf, type Exchange } from "../../harness/model/exchange.ts";
import { isObject } from "./json.ts";

/** The values at the same location of every entry of one array: possibly a set of ids. */
export type Columns = ReadonlyMap<string, ReadonlySet<string>>;

const isScalar = (value: unknown): value is string | number =>
  typeof value === "string" || typeof value === "number";

/** The scalars of an entry that may be its id or that of somebody it refers to, each with its location in the entry. */
const idsOf = function* (entry: unknown, column = ""): Generator<readonly [column: string, id: string]> {
  if (isScalar(entry)) yield [column, String(entry)];
  if (!isObject(entry)) return;
  for (const [name, value] of Object.entries(entry)) {
    if (/id$/i.test(name) && isScalar(value)) yield [`${column}.${name}`, String(value)];
    else if (isObject(value) && column === "") yield* idsOf(value, `.${name}`);
  }
};

/**
 * The contents of the arrays of a value, by the array's pointer and the path within its entries: any list of members is
 * one of these, since payloads are not stated.
 */
export const columnsOf = (value: unknown): Columns => {
  const columns = new Map<string, Set<string>>();
  const visit = (inner: unknown, pointer: string): void => {
    if (Array.isArray(inner))
      for (const entry of inner)
        for (const [column, id] of idsOf(entry)) {
          const key = `${pointer} ${column}`;
          columns.set(key, (columns.get(key) ?? new Set()).add(id));
        }
    if (typeof inner !== "object" || inner === null) return;
    // Arrays within entries are merged over all entries.
    for (const [name, one] of Object.entries(inner))
      visit(one, Array.isArray(inner) ? pointer : `${pointer}/${name}`);
  };
  visit(value, "");
  return columns;
};

/** The locations that hold all of some ids. */
export const columnsHolding = (ids: ReadonlySet<string>, columns: Columns): readonly string[] =>
  [...columns].filter(([, values]) => [...ids].every((id) => values.has(id))).map(([key]) => key);

/** The locations that hold exactly some ids. */
export const columnsHoldingOnly = (ids: ReadonlySet<string>, columns: Columns): readonly string[] =>
  columnsHolding(ids, columns).filter((key) => columns.get(key)?.size === ids.size);

/** Members that were set, and what was read back then. */
export interface Step {
  readonly members: ReadonlySet<string>;
  readonly put: Exchange;
  readonly read: Exchange;
}

export const nobody: ReadonlySet<string> = new Set();

/** Which of everyone are at a location after each step. */
const shownAt = (
  column: string,
  steps: readonly Step[],
  everyone: ReadonlySet<string>,
): readonly ReadonlySet<string>[] =>
  steps.map(({ read }) => {
    const shown = columnsOf(jsonOf(read)).get(column) ?? nobody;
    return new Set([...shown].filter((id) => everyone.has(id)));
  });

export const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id));

const allColumns = (steps: readonly Step[]): readonly string[] => [
  ...new Set(steps.flatMap(({ read }) => [...columnsOf(jsonOf(read)).keys()])),
];

/** The locations that, of everyone, hold exactly those set in each step. */
export const rightColumns = (steps: readonly Step[], everyone: ReadonlySet<string>): readonly string[] =>
  allColumns(steps).filter((column) =>
    shownAt(column, steps, everyone).every((shown, index) =>
      isSameSet(shown, steps[index]?.members ?? nobody),
    ),
  );

/** The locations whose share of everyone differs between steps. */
export const changingColumns = (steps: readonly Step[], everyone: ReadonlySet<string>): readonly string[] =>
  allColumns(steps).filter((column) => {
    const [first = nobody, ...others] = shownAt(column, steps, everyone);
    return others.some((shown) => !isSameSet(shown, first));
  });
