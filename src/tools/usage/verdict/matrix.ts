import type { Use } from "../use.ts";
import type { Verdict } from "./judge-change.ts";
import { type ConsumerVerdict, worst } from "./judge-documents.ts";

/** Something that changed or is wrong, and whom it concerns. */
export interface MatrixRow {
  /** Kind of the change, or fact of the finding. */
  readonly what: string;
  readonly message: string;
  /** Where in the contract, in few words. */
  readonly where: string;
  /** Consumers that it concerns; the others are safe. */
  readonly consumers: readonly ConsumerVerdict[];
}

/** Changes × consumers: what concerns nobody has no row. */
export interface Matrix {
  readonly consumers: readonly string[];
  readonly rows: readonly MatrixRow[];
}

const severity: Readonly<Record<Verdict, number>> = { breaks: 0, "at risk": 1, safe: 2 };

export const worstOf = (row: Pick<MatrixRow, "consumers">): Verdict =>
  worst(row.consumers.map(({ verdict }) => verdict));

/** The rows that concern somebody, what breaks most consumers first. */
export const matrixOf = (consumers: readonly string[], rows: readonly MatrixRow[]): Matrix => ({
  consumers,
  rows: rows
    .filter((row) => row.consumers.length > 0)
    .toSorted(
      (left, right) =>
        severity[worstOf(left)] - severity[worstOf(right)] || right.consumers.length - left.consumers.length,
    ),
});

/** What a change means for one consumer; safe where its row does not name it. */
export const verdictIn = (row: MatrixRow, consumer: string): Verdict =>
  row.consumers.find((one) => one.consumer === consumer)?.verdict ?? "safe";

/** The worst that any change means for each consumer. */
export const verdictsOf = ({ consumers, rows }: Matrix): Readonly<Record<string, Verdict>> =>
  Object.fromEntries(
    consumers.map((consumer) => [consumer, worst(rows.map((row) => verdictIn(row, consumer)))]),
  );

/** Whether no consumer uses anything that changes. */
export const isSafe = ({ rows }: Matrix): boolean => rows.length === 0;

/** A place of a use in the consumer's code; `its traffic` for what only a recording shows. */
export interface UseLocation {
  readonly location: string;
  readonly use: Use;
}

/** Places of uses, each once, in their order. */
export const locationsOf = (uses: readonly Use[]): readonly UseLocation[] => {
  const found = new Map<string, UseLocation>();
  for (const use of uses) {
    for (const location of use.at) if (!found.has(location)) found.set(location, { location, use });
    if (use.at.length === 0) found.set(`${use.how} ${use.location}`, { location: "its traffic", use });
  }
  return [...found.values()];
};
