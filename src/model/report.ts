import type { Finding } from "./finding.ts";
import type { InterfaceName } from "./interface-name.ts";

export type FactStatus = "passed" | "failed" | "skipped";

export interface FactResult {
  readonly id: string;
  readonly status: FactStatus;
  /** Why it was skipped or failed without a finding; absent when passed. */
  readonly reason?: string;
  readonly checks: readonly string[];
  /** How many exchanges were judged for it. */
  readonly exchanges: number;
}

export interface UnknownResult {
  readonly id: string;
  readonly status: "open" | "observed";
  readonly observed?: string;
  readonly evidence?: string;
}

/** The JSON report (see Contracts in ARCHITECTURE.md). Every fact and unknown of the registries appears once. */
export interface Report {
  readonly tool: { readonly name: "tripact"; readonly version: string };
  readonly run: {
    readonly id: string;
    readonly seed: number;
    readonly targets: Readonly<Partial<Record<InterfaceName, string>>>;
    readonly complete: boolean;
    /** Why the run is not complete. */
    readonly stopped?: string;
    readonly startedAt: string;
    readonly elapsedMs: number;
  };
  readonly summary: {
    readonly facts: {
      readonly passed: number;
      readonly failed: number;
      readonly skipped: number;
      readonly total: number;
    };
    readonly findings: { readonly error: number; readonly warning: number; readonly info: number };
    readonly requests: number;
  };
  readonly facts: readonly FactResult[];
  readonly findings: readonly Finding[];
  readonly unknowns: readonly UnknownResult[];
  /** Fingerprints of the baseline that no longer appear. */
  readonly resolved: readonly string[];
}
