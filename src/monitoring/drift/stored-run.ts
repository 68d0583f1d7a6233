import type { Acceptance } from "../../core/model/drift.ts";
import type { Shapes } from "../../core/shapes/shapes.ts";

/** Identifies a run: its position among the target's ended runs, from 1, and its start, ISO 8601. */
export interface RunMark {
  readonly run: number;
  readonly startedAt: string;
}

export interface FindingCounts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

/** A run as stored, without what it saw. Until it ends, its position is 0. */
export interface StoredRun extends RunMark {
  readonly state: "running" | "sampled" | "failed";
  readonly reason?: string;
  readonly seed: number;
  readonly version: string;
  readonly requests: number;
  readonly findings: FindingCounts;
}

/** What is known of a run at its start. */
export interface RunIdentity {
  readonly run: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seed: number;
  readonly version: string;
}

/** A run that has ended. */
export interface StoredEndedRun extends StoredRun {
  /** Unpacks what it saw; empty for a failed run. */
  shapes(): Shapes;
}

/** What a run saw, or why it saw nothing. */
export interface RunResult {
  /** Undefined for a failed run. */
  readonly shapes: Shapes | undefined;
  /** Why it failed or was cut short. */
  readonly reason?: string;
  readonly requests: number;
  readonly findings: FindingCounts;
}

const noShapes = (): never => {
  throw new Error("a run that failed has no shapes");
};

/** A run that ended with these shapes. */
export const endedRun = (
  { run, startedAt, seed, version }: Pick<StoredRun, "run" | "startedAt" | "seed" | "version">,
  { shapes, reason, requests, findings }: RunResult,
): StoredEndedRun => ({
  run,
  state: shapes === undefined ? "failed" : "sampled",
  ...(reason === undefined ? {} : { reason }),
  startedAt,
  seed,
  version,
  requests,
  findings,
  shapes: () => shapes ?? noShapes(),
});

/** A change or group accepted after the run at a position. */
export interface StoredAcceptance extends Acceptance {
  readonly id: number;
  readonly after: number;
  readonly fingerprint: string;
}
