/** The measurements of the calls of one name. */
interface Row {
  readonly durations: number[];
  readonly statuses: Map<number, number>;
}

/** Durations and statuses by name of call, and all failures. */
export interface Tally {
  add(name: string, status: number, milliseconds: number): void;
  /** Something that must not happen, in one line. */
  fail(what: string): void;
  readonly failures: ReadonlyMap<string, number>;
  count(): number;
  /** Number of answers with a status of 500 or more. */
  serverErrors(): number;
  table(): string;
}

export const createTally = (): Tally => {
  const rows = new Map<string, Row>();
  const failures = new Map<string, number>();
  const total = (): number => [...rows.values()].reduce((sum, { durations }) => sum + durations.length, 0);
  return {
    add: (name, status, milliseconds) => {
      const row: Row = rows.get(name) ?? { durations: [], statuses: new Map() };
      rows.set(name, row);
      row.durations.push(milliseconds);
      row.statuses.set(status, (row.statuses.get(status) ?? 0) + 1);
    },
    fail: (what) => failures.set(what, (failures.get(what) ?? 0) + 1),
    failures,
    count: total,
    serverErrors: () =>
      [...rows.values()]
        .flatMap(({ statuses }) => [...statuses])
        .reduce((sum, [status, count]) => (status >= 500 ? sum + count : sum), 0),
    table: () =>
      [
        line(["call", "count", "p50 ms", "p95 ms", "max ms", "statuses"]),
        ...[...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(lineOf),
      ].join("\n"),
  };
};

const widths = [30, 8, 8, 8, 8];

const line = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(30) : cell.padStart(widths[index] ?? 0))).join("  ");

const lineOf = ([name, { durations, statuses }]: [string, Row]): string => {
  const sorted = durations.toSorted((one, other) => one - other);
  const at = (part: number): string => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
  const listed = [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status}×${count}`);
  return line([name, String(sorted.length), at(0.5), at(0.95), at(1), listed.join(" ")]);
};
