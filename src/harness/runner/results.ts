import type { Settings } from "../model/settings.ts";
import type { Finding } from "../model/finding.ts";
import type { Verdict } from "../model/fact-verdict.ts";

/** A verdict that was given before a run was cut short. */
export interface SavedVerdict {
  readonly check: string;
  readonly fact: string;
  readonly verdict: Verdict;
}

/** What was seen of an open question, by the exchange that showed it first. */
export interface Seen {
  readonly observed: string;
  readonly evidence: string;
  readonly number: number;
  readonly settings?: Settings;
}

/** What was collected so far, as plain values: results of parts of a recording add up. */
export interface Results {
  readonly findings: readonly Finding[];
  readonly observations: readonly (readonly [unknown: string, seen: readonly Seen[]])[];
}

/** What one passive check has seen so far of one of its facts, as plain values. */
export interface CheckTally {
  readonly check: string;
  readonly fact: string;
  readonly exchanges: number;
  readonly violations: number;
  readonly crashed?: string;
}
