import type { Drift, DriftCounts, OperationRun, RunSummary } from "../../core/model/drift.ts";
import type { DriftVerdict } from "./change-tracker.ts";
import { medianLatency } from "../../core/shapes/latency-class.ts";
import type { LocationCounts } from "../../core/shapes/location-counts.ts";
import type { Shapes } from "../../core/shapes/shapes.ts";
import type { StoredRun } from "./stored-run.ts";

/** Results of one operation in a run, without identifying the run. */
export type OperationOutcome = { readonly operation: string } & Omit<OperationRun, "night" | "startedAt">;

/** Results of a sampled run as listed in the target's history. */
export interface RunOutcome {
  readonly isBaseline: boolean;
  /** Number of counted answers. */
  readonly answers: number;
  readonly drift: DriftCounts;
  readonly operations: readonly OperationOutcome[];
}

interface Tally {
  answers: number;
  locations: number;
  readonly statuses: Map<number, number>;
  readonly latencies: Map<number, number>;
}

const emptyTally = (): Tally => ({ answers: 0, locations: 0, statuses: new Map(), latencies: new Map() });

const add = (into: Map<number, number>, key: number, count: number): void => {
  into.set(key, (into.get(key) ?? 0) + count);
};

/** Number of locations at and below a location. */
const locationsIn = ({ items, fields }: LocationCounts): number => {
  let count = items === undefined ? 1 : 1 + locationsIn(items);
  for (const field of fields.values()) count += locationsIn(field);
  return count;
};

const talliesOf = ({ groups, probes }: Shapes): ReadonlyMap<string, Tally> => {
  const tallies = new Map<string, Tally>();
  for (const { operation, status, counts } of groups.values()) {
    const tally = tallies.get(operation) ?? emptyTally();
    tallies.set(operation, tally);
    if (counts.body.seen > 0) tally.locations += locationsIn(counts.body);
    tally.answers += counts.answers;
    add(tally.statuses, status, counts.answers);
    for (const [at, count] of counts.latencies.entries()) if (count > 0) add(tally.latencies, at, count);
  }
  for (const { operation } of probes.values())
    if (!tallies.has(operation)) tallies.set(operation, emptyTally());
  return tallies;
};

const isMove = ({ state }: Drift): boolean => state === "new" || state === "back" || state === "gone";

/** The result of a run: sums of what it saw, and its changes. */
export const outcomeOf = (shapes: Shapes, { isBaseline, drift, counts }: DriftVerdict): RunOutcome => ({
  isBaseline,
  answers: shapes.answers,
  drift: counts,
  operations: [...talliesOf(shapes)].map(([operation, { answers, locations, statuses, latencies }]) => {
    const latency = medianLatency(latencies);
    const moves = drift.filter((one) => isMove(one) && one.operation === operation);
    return {
      operation,
      answers,
      statuses: Object.fromEntries([...statuses].map(([status, count]) => [String(status), count])),
      places: locations,
      ...(latency === undefined ? {} : { latency }),
      changes: moves.map(({ fingerprint }) => fingerprint),
    };
  }),
});

const none: DriftCounts = { new: 0, standing: 0, back: 0, gone: 0, inconclusive: 0, breaking: 0 };

const isGood = ({ statuses }: OperationOutcome): boolean =>
  Object.keys(statuses).some((status) => status.startsWith("2"));

/** A run as listed; without an outcome it failed or has not ended. */
export const summaryOf = (run: StoredRun, outcome: RunOutcome | undefined): RunSummary => {
  const reason = run.state === "running" ? "it has not ended" : run.reason;
  return {
    night: run.run,
    startedAt: run.startedAt,
    seed: run.seed,
    version: run.version,
    ...(reason === undefined ? {} : { reason }),
    requests: run.requests,
    findings: run.findings,
    status: outcome === undefined ? "failed" : outcome.isBaseline ? "baseline" : "compared",
    answers: outcome?.answers ?? 0,
    operations: outcome?.operations.filter(isGood).length ?? 0,
    drift: outcome?.drift ?? none,
  };
};
