import type { JudgedTarget, TargetPast } from "../drift/judge-target.ts";
import type { SeenRun } from "../drift/field-history.ts";
import type { Outlook } from "../drift/outlook.ts";
import type { RunIdentity, RunResult } from "../drift/stored-run.ts";
import type { Finding } from "../model/finding.ts";
import type { Problem } from "../model/problem.ts";
import type { Judged } from "../problems/lives.ts";
import type { TriedStep } from "../model/tried-step.ts";
import type { Acceptance, Drift, DriftGroup, DriftHistory, DriftTarget, RunSummary } from "../model/drift.ts";

/** An organization as the fleet file lists it. */
export interface ListedOrganization {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** An organization as the database has it. */
export interface StoredOrganization extends ListedOrganization {
  /** Whether the fleet file listed it when a day was planned last. */
  readonly listed: boolean;
  /** Runs in a row that failed for its own sake (see `FailureCause`). */
  readonly failures: number;
  /** Why and since when (ISO 8601) it is left alone; absent where it is not. */
  readonly paused?: { readonly at: string; readonly reason: string };
}

/**
 * Why a run failed: a main credential was refused, an interface answered nothing good, its budget was spent
 * or the source of the secrets was away for as long as the day's runs take, or no worker could end it, however often it
 * was tried.
 */
export const failureCauses = ["credential", "target", "budget", "secrets", "dead"] as const;

export type FailureCause = (typeof failureCauses)[number];

/** The run of an organization on a day, `YYYY-MM-DD`: there is one. */
export interface RunOrder extends RunIdentity {
  readonly organization: string;
  readonly day: string;
}

/** A run that was begun and not ended. */
export interface OpenRun extends RunOrder {
  readonly id: number;
  readonly organizationId: number;
  /** From 1; another worker that began the run again has a higher one. */
  readonly attempt: number;
  /** What digests of values of the organization are made with. */
  readonly digestKey: string;
}

export type Begun =
  | { readonly kind: "begun"; readonly run: OpenRun }
  /** It has ended already. */
  | { readonly kind: "done" }
  | { readonly kind: "paused"; readonly reason: string };

export interface RunFailure {
  readonly cause: FailureCause;
  readonly reason: string;
}

/** What a run saw of one target, as plain values. */
export interface TargetResult extends Omit<RunResult, "shapes"> {
  readonly target: DriftTarget;
  /** What it answered, as JSON; undefined where it failed. */
  readonly shapes: string | undefined;
}

/** How a run ended as a whole. */
export interface RunEnd {
  /** ISO 8601. */
  readonly endedAt: string;
  readonly requests: number;
  /** Absent where every interface could be judged. */
  readonly failure?: RunFailure;
  /** With those that the baseline lists; a fleet keeps errors alone. And facts that passed. */
  readonly findings?: readonly Finding[];
  readonly passed?: Judged["passed"];
  /** Whether it was completed; else where nothing failed. */
  readonly complete?: boolean;
  /** What it has tried, each once, and who counts it; absent where it has not come to that. */
  readonly tried?: { readonly by: string; readonly steps: readonly TriedStep[] };
}

/** A run that failed so often for the organization's own sake that it is left alone from now on. */
export interface PausedBy {
  readonly reason: string;
}

export interface EndedRun {
  readonly targets: readonly JudgedTarget[];
  /** Those of the run, and those that are gone. */
  readonly problems: readonly Problem[];
  readonly paused?: PausedBy;
}

/** What is done in the transaction that ends a run. */
export interface EndHooks {
  /** Adds to what a target shows what only whoever has read it knows: the requests that show it. */
  readonly see?: (judged: JudgedTarget) => JudgedTarget;
  /** Comes last. */
  readonly also?: (ended: EndedRun) => Promise<void>;
}

/** Which changes, by the fingerprint of their group; all that is given must hold. */
export interface ChangeFilter {
  readonly organization?: string;
  readonly fingerprint?: string;
  readonly operation?: string;
}

/** A change as a fleet has it: in so many organizations, of those that sampled its operations. */
export interface FleetChange {
  /** As one of the organizations shows it; `error` where it is breaking and confirmed in any. */
  readonly group: DriftGroup;
  /** Those that have it open: reported, not gone, not accepted. */
  readonly organizations: number;
  /** The first of them, by name. */
  readonly names: readonly string[];
  /** How many sampled its operations on the last day on which anyone did. */
  readonly sampledBy: number;
  /** When it was seen first and last in any of them, ISO 8601. */
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** A change with the days that the runs are of which saw it first and last. */
export interface DatedChange extends FleetChange {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** A history of which each run has the day that it is of, which need not be the one on which it began. */
export interface FleetHistory extends DriftHistory {
  readonly nights: readonly (RunSummary & { readonly day: string })[];
}

/** An open problem of a fleet, with how widely it shows. */
export interface FleetProblem extends Pick<
  DatedChange,
  "organizations" | "sampledBy" | "names" | "firstDay" | "lastDay"
> {
  readonly problem: Problem;
}

/** Runs of a day by state. */
export interface DayStatus {
  readonly day: string;
  readonly done: number;
  readonly failed: number;
  /** Begun and not ended. */
  readonly running: number;
  /** Listed, not paused, and not begun. */
  readonly waiting: number;
  readonly paused: number;
  /** Of those that are paused: after runs that failed, and without a run of this day. */
  readonly givenUp: number;
  readonly requests: number;
  /** Failed runs with their reasons, at most 100, in the order of the organizations' names. */
  readonly failures: readonly (RunFailure & { readonly organization: string })[];
}

/**
 * What a fleet keeps, or a store of `tripact drift`: runs, what they add up to, what was accepted. On SQLite for one process at a time that runs, on
 * PostgreSQL for any number. An error of the database itself rejects as it is; the same call may be made again then.
 */
export interface RunRepository {
  /**
   * Adds organizations and brings labels up to date; those that are not given are no longer listed, what is known of
   * them stays.
   */
  list(organizations: readonly ListedOrganization[]): Promise<void>;
  organizations(): Promise<readonly StoredOrganization[]>;
  /**
   * Leaves an organization alone from its next run on.
   * @param at When, ISO 8601.
   * @throws UsageError for one that there is not.
   */
  pause(organization: string, reason: string, at: string): Promise<void>;
  /** @throws UsageError for one that there is not. */
  resume(organization: string): Promise<void>;

  /** Begins the run of an organization on a day, or begins it again where no worker has ended it. */
  begin(order: RunOrder): Promise<Begun>;
  /** What the runs have tried that are counted under a name. */
  tried(by: string): Promise<readonly TriedStep[]>;
  /** What a run that is under way should ask for, in the order of the targets. */
  outlooks(run: OpenRun, targets: readonly DriftTarget[]): Promise<readonly Outlook[]>;
  /** What it would show of a target with these shapes, as JSON, which are not kept. */
  preview(run: OpenRun, target: DriftTarget, shapes: string): Promise<readonly Drift[]>;
  /**
   * Ends a run: reads what was known of each target, judges it and writes, all in one transaction, in which no other run
   * of the organization ends and nothing of it is accepted. Undefined, and nothing written, where another worker has
   * begun the run again or ended it.
   */
  end(
    run: OpenRun,
    end: RunEnd,
    results: readonly TargetResult[],
    hooks?: EndHooks,
  ): Promise<EndedRun | undefined>;

  /** Begins a run of an organization that may have any number on a day. One that is killed shows in the histories. */
  start(order: Omit<RunOrder, "day">, targets: readonly DriftTarget[]): Promise<OpenRun>;
  /** Every target that has runs, in the order in which they came. */
  targets(): Promise<readonly DriftTarget[]>;
  /** What is known of a target, and what digests of its values are made with; undefined where it has no run. */
  past(target: DriftTarget): Promise<(TargetPast & Pick<OpenRun, "digestKey">) | undefined>;
  /** What the runs of a target that are kept saw, from a moment on (ISO 8601). */
  seen(target: DriftTarget, since?: string): Promise<Iterable<SeenRun>>;
  /**
   * Removes the runs of these targets that began before a moment (ISO 8601), but for the last that ended; what they add
   * up to stays. Returns how many were removed.
   */
  forget(targets: readonly DriftTarget[], before: string): Promise<number>;

  /** Fingerprints of the changes and groups of them, of any target, that `accept` takes. */
  acceptable(): Promise<readonly string[]>;
  /** The groups of the problems that these name, by their fingerprints; what names no problem stands for itself. */
  groupsOf(problems: readonly string[]): Promise<readonly string[]>;
  /**
   * Makes a change part of the history of every target that has it open; returns those targets.
   * @param where In this organization alone, or everywhere, also where it appears later; else wherever it is open now.
   */
  accept(
    fingerprint: string,
    acceptance: Acceptance,
    where?: { readonly organization: string } | "everywhere",
  ): Promise<readonly DriftTarget[]>;

  /**
   * Removes details that were kept for so many days before a day, and grants that count no longer. What they add up to
   * stays.
   */
  prune(day: string, keep: { readonly shapes: number; readonly operations: number }): Promise<void>;

  /** Names of the organizations that are listed and not paused, and whose run of a day has not ended. */
  pending(day: string): Promise<ReadonlySet<string>>;
  /** Whether the runs of a day have ended, of all organizations that are listed and not paused. */
  isThrough(day: string): Promise<boolean>;
  status(day: string): Promise<DayStatus>;
  /** Days on which a run began, newest first. */
  days(most: number): Promise<readonly string[]>;
  /** The names by which `changes` may be narrowed, of all that there ever was. */
  known(what: keyof ChangeFilter): Promise<readonly string[]>;
  /** Open changes, the widest first, with a few names of organizations, of one change that is named with all. */
  changes(filter?: ChangeFilter): Promise<readonly DatedChange[]>;
  /**
   * Open problems: changes of one cause as one, what was found, what could not be judged.
   * @param changes what `changes` gives for the same filter without a fingerprint, where it was read already
   */
  problems(filter?: ChangeFilter, changes?: readonly DatedChange[]): Promise<readonly FleetProblem[]>;
  /** The history of each target, one at a time. */
  histories(
    filter?: Pick<ChangeFilter, "organization"> & { readonly targets?: readonly DriftTarget[] },
  ): AsyncIterable<FleetHistory>;
}
