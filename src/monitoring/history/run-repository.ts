import type { JudgedTarget } from "../drift/judge-target.ts";
import type { RunIdentity, RunResult } from "../drift/stored-run.ts";
import type { Finding } from "../../core/model/finding.ts";
import type { Problem } from "../../core/model/problem.ts";
import type { Judged } from "../../core/problems/lives.ts";
import type { TriedStep } from "../../core/model/tried-step.ts";
import type { DriftGroup, DriftHistory, DriftTarget, RunSummary } from "../../core/model/drift.ts";

/** An organization as listed in the fleet file. */
export interface ListedOrganization {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface StoredOrganization extends ListedOrganization {
  /** Whether the fleet file listed it when a day was last planned. */
  readonly listed: boolean;
  /** Consecutive failures caused by the organization itself (see `FailureCause`). */
  readonly failures: number;
  /** Why and since when (ISO 8601) it is paused; absent if it is not. */
  readonly paused?: { readonly at: string; readonly reason: string };
}

/**
 * Why a run failed: a main credential was refused; no interface gave a good answer; its budget was spent, or the
 * secrets were unavailable, for all the time of the day's runs; or no worker could finish it.
 */
export const failureCauses = ["credential", "target", "budget", "secrets", "dead"] as const;

export type FailureCause = (typeof failureCauses)[number];

/** The only run of an organization on a day, `YYYY-MM-DD`. */
export interface RunOrder extends RunIdentity {
  readonly organization: string;
  readonly day: string;
}

/** A run that has begun and not ended. */
export interface OpenRun extends RunOrder {
  readonly id: number;
  readonly organizationId: number;
  /** From 1; higher if another worker has begun the run again. */
  readonly attempt: number;
  /** Key of the organization's value digests. */
  readonly digestKey: string;
}

export type Begun =
  | { readonly kind: "begun"; readonly run: OpenRun }
  /** It has already ended. */
  | { readonly kind: "done" }
  | { readonly kind: "paused"; readonly reason: string };

export interface RunFailure {
  readonly cause: FailureCause;
  readonly reason: string;
}

/** What a run saw of one target, as plain values. */
export interface TargetResult extends Omit<RunResult, "shapes"> {
  readonly target: DriftTarget;
  /** Its answers' shapes as JSON; undefined if it failed. */
  readonly shapes: string | undefined;
}

export interface RunEnd {
  /** ISO 8601. */
  readonly endedAt: string;
  readonly requests: number;
  /** Absent if every interface could be judged. */
  readonly failure?: RunFailure;
  /** Includes those in the baseline; a fleet keeps only errors. And facts that passed. */
  readonly findings?: readonly Finding[];
  readonly passed?: Judged["passed"];
  /** Whether it completed; default: whether nothing failed. */
  readonly complete?: boolean;
  /** Tried steps without duplicates, and their scope; absent if none were tried. */
  readonly tried?: { readonly by: string; readonly steps: readonly TriedStep[] };
}

/** A run after whose failure the organization is paused. */
export interface PausedBy {
  readonly reason: string;
}

export interface EndedRun {
  readonly targets: readonly JudgedTarget[];
  /** Those of the run; known are also those that accepted changes explain. */
  readonly findings: readonly Finding[];
  /** The problems of the run, and those that are gone. */
  readonly problems: readonly Problem[];
  readonly paused?: PausedBy;
}

/** Called in the transaction that ends a run. */
export interface EndHooks {
  /** Adds what only the reader of a target knows: the requests that show it. */
  readonly see?: (judged: JudgedTarget) => JudgedTarget;
  /** Called last. */
  readonly also?: (ended: EndedRun) => Promise<void>;
}

/** Selects changes, by the fingerprint of their group; all given criteria must match. */
export interface ChangeFilter {
  readonly organization?: string;
  readonly fingerprint?: string;
  readonly operation?: string;
}

/** A change in a fleet: the organizations with it, among those that sampled its operations. */
export interface FleetChange {
  /** As one of the organizations shows it; `error` if breaking and confirmed in any. */
  readonly group: DriftGroup;
  /** Organizations that have it open: reported, not gone, not accepted. */
  readonly organizations: number;
  /** The first of them, by name. */
  readonly names: readonly string[];
  /** How many sampled its operations on the last day with samples. */
  readonly sampledBy: number;
  /** First and last sight in any of them, ISO 8601. */
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** A change with the days of the first and last run that saw it. */
export interface DatedChange extends FleetChange {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** A history in which each run has its day, which may differ from the day it began. */
export interface FleetHistory extends DriftHistory {
  readonly nights: readonly (RunSummary & { readonly day: string })[];
}

/** A fleet's open problem with its breadth. */
export interface FleetProblem extends Pick<
  DatedChange,
  "organizations" | "sampledBy" | "names" | "firstDay" | "lastDay"
> {
  readonly problem: Problem;
}

export interface DayStatus {
  readonly day: string;
  /** When its window ends, ISO 8601; absent if nobody has planned it. */
  readonly until?: string;
  readonly done: number;
  readonly failed: number;
  /** Begun and not ended. */
  readonly running: number;
  /** Due, not paused, and not begun. */
  readonly waiting: number;
  readonly paused: number;
  /** Paused after failed runs, without a run of this day. */
  readonly givenUp: number;
  /** Failed without a result of any target, so that the next call of `run` or `plan` with `now` tries them again. */
  readonly repeatable: number;
  readonly requests: number;
  /** Failed runs with reasons, at most 100, by organization name. */
  readonly failures: readonly (RunFailure & { readonly organization: string })[];
  /** Organizations without an ended run, as many and in the same order, the paused ones first. */
  readonly unended: readonly UnendedRun[];
  /** Paused organizations without an ended run that `unended` does not list. */
  readonly morePaused: number;
}

/** An organization whose run of a day has not ended: it is paused, or its run waits or goes on. */
export interface UnendedRun {
  readonly organization: string;
  /** Why it is paused. */
  readonly paused?: string;
  /** Whether it was paused after failed runs. */
  readonly isGivenUp: boolean;
}
