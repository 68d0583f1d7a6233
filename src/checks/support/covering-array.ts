/** The values that each parameter of a combination may take. */
export type Factors = Readonly<Record<string, readonly unknown[]>>;

/** A value for each parameter. */
export type CombinationOf<F extends Factors> = { readonly [Name in keyof F]: F[Name][number] };

/** A row by the indices of its values; undefined if not chosen yet. */
type Row = (number | undefined)[];

/** Values of two or three parameters that should occur together, and the worth of that. */
interface Tuple {
  readonly values: readonly (readonly [column: number, value: number])[];
  readonly worth: number;
}

/** Pairs before triples, and non-empty values before empty ones. */
const worths = { pair: 1000, emptyPair: 200, triple: 30, emptyTriple: 10 } as const;

type IsEmpty = (column: number, value: number) => boolean;

const worthOf = (values: Tuple["values"], isEmptyAt: IsEmpty): number => {
  const isEmpty = values.some(([column, value]) => isEmptyAt(column, value));
  if (values.length === 2) return isEmpty ? worths.emptyPair : worths.pair;
  return isEmpty ? worths.emptyTriple : worths.triple;
};

const columnsOf = (count: number): readonly (readonly number[])[] => {
  const all = Array.from({ length: count }, (_, index) => index);
  const pairs = all.flatMap((one) => all.slice(one + 1).map((two) => [one, two]));
  return [
    ...pairs,
    ...pairs.flatMap(([one = 0, two = 0]) => all.slice(two + 1).map((three) => [one, two, three])),
  ];
};

const tuplesOf = (sizes: readonly number[], isEmpty: IsEmpty): readonly Tuple[] =>
  columnsOf(sizes.length)
    .flatMap((columns) =>
      columns.reduce<readonly Tuple["values"][]>(
        (tuples, column) =>
          tuples.flatMap((values) =>
            Array.from({ length: sizes[column] ?? 0 }, (_, value) => [...values, [column, value] as const]),
          ),
        [[]],
      ),
    )
    .map((values) => ({ values, worth: worthOf(values, isEmpty) }))
    .toSorted((one, other) => other.worth - one.worth);

const isMet = ({ values }: Tuple, row: Row): boolean =>
  values.every(([column, value]) => row[column] === value);

/** The next row: it covers the open tuple of greatest worth, and with each further value as much else as possible. */
const nextRow = (sizes: readonly number[], open: ReadonlySet<Tuple>): Row => {
  const row: Row = sizes.map(() => undefined);
  const [first] = open;
  for (const [column, value] of first?.values ?? []) row[column] = value;
  for (const [column, size] of sizes.entries()) {
    if (row[column] !== undefined) continue;
    const gains = Array.from({ length: size }, () => 0);
    for (const { values, worth } of open) {
      const own = values.find(([one]) => one === column);
      if (own !== undefined && values.every(([one, value]) => one === column || row[one] === value))
        gains[own[1]] = (gains[own[1]] ?? 0) + worth;
    }
    row[column] = gains.indexOf(Math.max(...gains));
  }
  return row;
};

/** Rows by the numbers of values and the empty ones: many endpoints have the same parameters. */
const known = new Map<string, readonly Row[]>();

const rowsFor = (sizes: readonly number[], isEmpty: IsEmpty): readonly Row[] => {
  const key = JSON.stringify(
    sizes.map((size, column) => Array.from({ length: size }, (_, value) => isEmpty(column, value))),
  );
  const found = known.get(key);
  if (found !== undefined) return found;
  const open = new Set(tuplesOf(sizes, isEmpty));
  const rows: Row[] = [];
  while (open.size > 0) {
    const row = nextRow(sizes, open);
    for (const tuple of open) if (isMet(tuple, row)) open.delete(tuple);
    rows.push(row);
  }
  known.set(key, rows);
  return rows;
};

/**
 * Combinations that cover every two and every three values of different parameters, the worthiest first: a greedy
 * covering array of strength 3, row by row (AETG, Cohen et al. 1997). Every prefix covers as much as its
 * rows can.
 * @param isEmpty whether a value says no more than leaving the parameter out: such values are met last.
 */
export const coveringArray = <const F extends Factors>(
  factors: F,
  isEmpty: (name: string, value: unknown) => boolean = () => false,
): readonly CombinationOf<F>[] => {
  const names = Object.keys(factors);
  const sizes = names.map((name) => factors[name]?.length ?? 0);
  const rows = rowsFor(sizes, (column, value) =>
    isEmpty(names[column] ?? "", factors[names[column] ?? ""]?.[value]),
  );
  return rows.map(
    (row) =>
      // Every name of the factors gets one of its values.
      Object.fromEntries(
        names.map((name, column) => [name, factors[name]?.[row[column] ?? 0]]),
      ) as CombinationOf<F>,
  );
};
