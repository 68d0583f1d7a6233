import type { Settings } from "./settings.ts";
import type { StopReason, Verdict } from "./fact-verdict.ts";

export interface PartObservation {
  readonly unknown: string;
  readonly observed: string;
  /** Begins with the number of its exchange: `exchange 12: GET /api/Donor/list gave 200`. */
  readonly evidence: string;
  readonly settings?: Settings;
}

/** Exchanges with numbers that follow one another. */
export interface PartSpan {
  readonly first: number;
  readonly count: number;
}

/** What was reported while one active check ran. */
export interface PartCheck {
  readonly check: string;
  /** The exchanges that were seen for the first time; in more than one span where it was cut short and asked again. */
  readonly exchanges: readonly PartSpan[];
  /** Fingerprints of the findings that were seen for the first time. */
  readonly findings: readonly string[];
  readonly observations: readonly PartObservation[];
}

/** What the report of a shard holds beside its own results, so that the whole can be put together again. */
export interface ReportPart {
  /** From 1. */
  readonly index: number;
  readonly count: number;
  /** Stands for the checks that were chosen, of which all shards together judge each one. */
  readonly selection: string;
  /** In the order in which they were reported. */
  readonly checks: readonly PartCheck[];
  /** What was reported at the end, about all exchanges. */
  readonly observations: readonly PartObservation[];
  readonly verdicts: readonly { readonly check: string; readonly fact: string; readonly verdict: Verdict }[];
  /** The known findings, each with its check where the baseline names it. */
  readonly baseline: readonly { readonly fingerprint: string; readonly check?: string }[];
  /** What the whole run is required to judge, by the configuration. */
  readonly require?: { readonly minFacts?: number; readonly facts?: readonly string[] };
  readonly stopped?: { readonly reason: StopReason; readonly message: string };
}
