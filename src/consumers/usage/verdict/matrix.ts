import type { Use } from "../use.ts";
import type { ConcernedConsumer } from "../../../core/model/report.ts";
import { describeUse } from "./describe-use.ts";
import type { UseVerdict } from "./judge-change.ts";
import { type ConsumerVerdict, ranks, worst } from "./judge-documents.ts";

/** A change or violation, and the consumers it concerns. */
export interface MatrixRow {
  /** Kind of the change, or fact of the finding. */
  readonly what: string;
  readonly message: string;
  /** Location in the contract, in a few words. */
  readonly where: string;
  /** Consumers that it concerns; the others are safe. */
  readonly consumers: readonly ConsumerVerdict[];
}

/** The same without the uses, for a table. */
export interface MatrixLine {
  readonly what: string;
  readonly where: string;
  readonly consumers: readonly Pick<ConsumerVerdict, "consumer" | "verdict">[];
}

/** Changes × consumers; changes that concern no consumer have no row. */
export interface Matrix<Row = MatrixRow> {
  readonly consumers: readonly string[];
  readonly rows: readonly Row[];
}

export const worstOf = (row: Pick<MatrixRow, "consumers">): UseVerdict =>
  worst(row.consumers.map(({ verdict }) => verdict));

/** The rows that concern consumers, those that break most consumers first. */
export const matrixOf = <Row extends Pick<MatrixRow, "consumers">>(
  consumers: readonly string[],
  rows: readonly Row[],
): Matrix<Row> => ({
  consumers,
  rows: rows
    .filter((row) => row.consumers.length > 0)
    .toSorted(
      (left, right) =>
        ranks[worstOf(right)] - ranks[worstOf(left)] || right.consumers.length - left.consumers.length,
    ),
});

/** What a change means for one consumer; safe if its row does not name it. */
export const verdictIn = (row: Pick<MatrixLine, "consumers">, consumer: string): UseVerdict =>
  row.consumers.find((one) => one.consumer === consumer)?.verdict ?? "safe";

/** The worst verdict for each consumer. */
export const verdictsOf = ({
  consumers,
  rows,
}: Matrix<Pick<MatrixLine, "consumers">>): Readonly<Record<string, UseVerdict>> =>
  Object.fromEntries(
    consumers.map((consumer) => [consumer, worst(rows.map((row) => verdictIn(row, consumer)))]),
  );

/** Whether no consumer uses anything that changes. */
export const isSafe = ({ rows }: Matrix<unknown>): boolean => rows.length === 0;

/** A location in the consumer's code; `its traffic` for a use that only a recording shows. */
export interface UseLocation {
  readonly location: string;
  readonly use: Use;
}

/** The consumers of a row, with locations such as `src/donors.ts:14 reads Donor.DonorAddresses`, without duplicates. */
export const concernedOf = (consumers: readonly ConsumerVerdict[]): readonly ConcernedConsumer[] =>
  consumers.flatMap(({ consumer, verdict, uses }) =>
    verdict === "safe"
      ? []
      : [
          {
            consumer,
            verdict,
            places: useLocations(uses).map(({ location, use }) => `${location} ${describeUse(use)}`),
          },
        ],
  );

/** Locations of uses, without duplicates, in order. */
export const useLocations = (uses: readonly Use[]): readonly UseLocation[] => {
  const found = new Map<string, UseLocation>();
  for (const use of uses) {
    for (const location of use.at) if (!found.has(location)) found.set(location, { location, use });
    if (use.at.length === 0) found.set(`${use.how} ${use.location}`, { location: "its traffic", use });
  }
  return [...found.values()];
};
