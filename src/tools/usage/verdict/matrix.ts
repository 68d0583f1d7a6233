import type { Use } from "../use.ts";
import type { ConcernedConsumer } from "../../../harness/model/report.ts";
import { describeUse } from "./describe-use.ts";
import type { Verdict } from "./judge-change.ts";
import { type ConsumerVerdict, ranks, worst } from "./judge-documents.ts";

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

/** The same without the uses, for a table. */
export interface MatrixLine {
  readonly what: string;
  readonly where: string;
  readonly consumers: readonly Pick<ConsumerVerdict, "consumer" | "verdict">[];
}

/** Changes × consumers: what concerns nobody has no row. */
export interface Matrix<Row = MatrixRow> {
  readonly consumers: readonly string[];
  readonly rows: readonly Row[];
}

export const worstOf = (row: Pick<MatrixRow, "consumers">): Verdict =>
  worst(row.consumers.map(({ verdict }) => verdict));

/** The rows that concern somebody, what breaks most consumers first. */
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

/** What a change means for one consumer; safe where its row does not name it. */
export const verdictIn = (row: Pick<MatrixLine, "consumers">, consumer: string): Verdict =>
  row.consumers.find((one) => one.consumer === consumer)?.verdict ?? "safe";

/** The worst that any change means for each consumer. */
export const verdictsOf = ({
  consumers,
  rows,
}: Matrix<Pick<MatrixLine, "consumers">>): Readonly<Record<string, Verdict>> =>
  Object.fromEntries(
    consumers.map((consumer) => [consumer, worst(rows.map((row) => verdictIn(row, consumer)))]),
  );

/** Whether no consumer uses anything that changes. */
export const isSafe = ({ rows }: Matrix<unknown>): boolean => rows.length === 0;

/** A place of a use in the consumer's code; `its traffic` for what only a recording shows. */
export interface UseLocation {
  readonly location: string;
  readonly use: Use;
}

/** Those whom a row concerns, with places such as `src/donors.ts:14 reads Donor.DonorAddresses`, each once. */
export const concernedOf = (consumers: readonly ConsumerVerdict[]): readonly ConcernedConsumer[] =>
  consumers.flatMap(({ consumer, verdict, uses }) =>
    verdict === "safe"
      ? []
      : [
          {
            consumer,
            verdict,
            places: locationsOf(uses).map(({ location, use }) => `${location} ${describeUse(use)}`),
          },
        ],
  );

/** Places of uses, each once, in their order. */
export const locationsOf = (uses: readonly Use[]): readonly UseLocation[] => {
  const found = new Map<string, UseLocation>();
  for (const use of uses) {
    for (const location of use.at) if (!found.has(location)) found.set(location, { location, use });
    if (use.at.length === 0) found.set(`${use.how} ${use.location}`, { location: "its traffic", use });
  }
  return [...found.values()];
};
