import type { Shapes } from "./shapes.ts";

export interface FindingCounts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

/** A run as the store has it, without what it saw. */
export interface StoredRun {
  /** Position in the order in which the runs of a target ended, from 1; 0 while it has not ended. */
  readonly run: number;
  readonly state: "running" | "sampled" | "failed";
  readonly reason?: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seed: number;
  readonly version: string;
  readonly requests: number;
  readonly findings: FindingCounts;
}

/** A run that has ended. */
export interface EndedRun extends StoredRun {
  /** Unpacks what it saw; empty for a run that failed. */
  shapes(): Shapes;
}

/** A change that was accepted after the run at a position. */
export interface StoredAcceptance {
  readonly id: number;
  readonly after: number;
  readonly fingerprint: string;
}
