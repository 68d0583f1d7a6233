import type { Shapes } from "./shapes.ts";

export interface FindingCounts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

/** A night as it was kept. */
export interface StoredNight {
  /** Place in the order in which the nights of a target ended. */
  readonly night: number;
  readonly state: "running" | "sampled" | "failed";
  readonly reason?: string;
  readonly startedAt: string;
  readonly seed: number;
  readonly version: string;
  readonly requests: number;
  readonly findings: FindingCounts;
  /** Unpacks what was seen; empty for a night that failed. */
  shapes(): Shapes;
}

/** A change that was made part of the baseline after the night at this place. */
export interface StoredAcceptance {
  readonly id: number;
  readonly after: number;
  readonly fingerprint: string;
}
