import type { WriteSummary } from "../model/write-summary.ts";
import type { Redirect } from "../model/redirect.ts";
import type { PickedPart, Report } from "../model/report.ts";
import type { ReportPart } from "../model/report-part.ts";
import type { CheckTally, Results, SavedVerdict } from "./results.ts";

/** What the report of a shard says about the part of its run that was cut short. */
export type SavedPart = Pick<ReportPart, "checks" | "observations">;

/** What it takes to pick the same again, beyond the seed. */
export type Turn = Pick<Report["run"], "turn" | "turns" | "portions">;

/**
 * The state of a run that was cut short, as plain values without any of a record: enough to go on with the checks
 * that it did not reach and to end with one report. A check that was cut in its middle is not among those done.
 */
export interface SavedRun {
  /** Active checks that completed, or could not be started on this target. */
  readonly done: readonly string[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly elapsedMs: number;
  readonly requests: number;
  /** The number of the last exchange. */
  readonly exchanges: number;
  /** Names of properties that were sent: they may be in findings. */
  readonly names: readonly string[];
  readonly score: Results;
  readonly verdicts: readonly SavedVerdict[];
  readonly tallies: readonly CheckTally[];
  /** Checks that crashed. */
  readonly crashed: readonly string[];
  readonly writes?: WriteSummary;
  readonly redirects?: readonly Redirect[];
  /** Whose turn it was. */
  readonly turn?: Turn;
  /** By check, how much it has asked of what its plan picks from. */
  readonly picked?: Readonly<Record<string, PickedPart>>;
  /** Of a shard, put here by whoever writes its report. */
  readonly part?: SavedPart;
}

/** What two parts of one run have done to its scratch records; the later one knows what they are now. */
export const bothWrites = (
  earlier: WriteSummary | undefined,
  later: WriteSummary | undefined,
): WriteSummary | undefined => {
  if (earlier === undefined || later === undefined) return later ?? earlier;
  const known = new Set(later.records.map(({ record }) => record));
  const times = new Map<string, number>();
  for (const one of [...earlier.left, ...later.left])
    times.set(one.what, (times.get(one.what) ?? 0) + one.times);
  return {
    records: [...earlier.records.filter(({ record }) => !known.has(record)), ...later.records],
    left: [...times].map(([what, count]) => ({ what, times: count })),
  };
};
