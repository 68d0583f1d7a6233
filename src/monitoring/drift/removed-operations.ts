import { isGood, isTransient } from "../../core/model/exchange.ts";
import { probeKey, usualStatus } from "./answer-history.ts";
import type { History } from "./history.ts";
import type { ProbeEntry } from "../../core/shapes/shape-entry.ts";
import type { Signal } from "./signal.ts";
import type { SortedRun } from "./sorted-run.ts";
import type { Subject } from "./subject.ts";

const isMissing = (status: number): boolean => status === 404 || status === 405;

const lasting = ({ statuses }: ProbeEntry): readonly (readonly [status: number, count: number])[] =>
  [...statuses].filter(([status, count]) => count > 0 && !isTransient(status));

const answersOf = (probes: readonly ProbeEntry[]): number =>
  probes.flatMap(lasting).reduce((sum, [, count]) => sum + count, 0);

/** Whether an operation answers every request with 404 or 405, unlike before. */
const isRemoved = (
  operation: string,
  probes: readonly ProbeEntry[],
  { probes: past }: History,
  { documentation }: SortedRun,
): boolean => {
  if (!probes.flatMap(lasting).every(([status]) => isMissing(status))) return false;
  const usual = probes.map((probe) => usualStatus(past.get(probeKey(probe)) ?? new Map()) ?? 0);
  if (!usual.some(isGood)) return false;
  // A single deleted record gives 404 as well; a caller without a credential does not.
  const namesRecord = documentation.operation(operation)?.path.includes("{") ?? true;
  return !namesRecord || usual.some((status) => status >= 400 && !isMissing(status));
};

const probesByOperation = ({ probes }: SortedRun): ReadonlyMap<string, readonly ProbeEntry[]> =>
  Map.groupBy(probes, ({ operation }) => operation);

/** Operations that are no longer served. Their other changes are not reported separately. */
export const removedOperations = (run: SortedRun, history: History): ReadonlySet<string> =>
  new Set(
    [...probesByOperation(run)].flatMap(([operation, probes]) =>
      history.operations.has(operation) && isRemoved(operation, probes, history, run) ? [operation] : [],
    ),
  );

const pastAnswers = ({ probes }: History, operation: string): number =>
  [...probes]
    .filter(([key]) => key.startsWith(`${operation} `))
    .flatMap(([, statuses]) => [...statuses.values()])
    .reduce((sum, count) => sum + count, 0);

/**
 * One change per operation that is no longer served, and for those reported earlier also that they are served again.
 * @param run with all of its operations
 */
export const removalSignals = function* (
  run: SortedRun,
  removed: ReadonlySet<string>,
  history: History,
  known: readonly Subject[],
): Generator<Signal> {
  const byOperation = probesByOperation(run);
  const operations = new Set([...removed, ...known.map(({ operation }) => operation)]);
  for (const operation of operations) {
    const probes = byOperation.get(operation) ?? [];
    const [first] = probes;
    if (first === undefined) continue;
    const of = answersOf(probes);
    const statuses = new Set(probes.flatMap(lasting).map(([status]) => status));
    yield {
      subject: {
        interface: first.interface,
        operation,
        pointer: "",
        kind: "operation-removed",
      },
      variant: "",
      nature: "structural",
      impact: "breaking",
      past: { count: 0, of: pastAnswers(history, operation) },
      current: { count: removed.has(operation) ? of : 0, of },
      before: "served",
      now: [...statuses].toSorted((one, other) => one - other).join(" or "),
    };
  }
};
