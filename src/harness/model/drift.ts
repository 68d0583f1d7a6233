import type { Severity } from "./check.ts";
import type { Finding } from "./finding.ts";
import type { Problem } from "./problem.ts";
import type { ConsumerSummary } from "./report.ts";
import type { Impact } from "./impact.ts";
import type { InterfaceName } from "./interface-name.ts";

/** Every kind of change that a run can show against the runs before it. */
export const driftKinds = [
  "operation-removed",
  "field-added",
  "field-removed",
  "type-changed",
  "null-appeared",
  "presence-dropped",
  "format-changed",
  "value-added",
  "status-changed",
  "error-form-changed",
  "header-appeared",
  "rate-changed",
  "latency-changed",
] as const;

export type DriftKind = (typeof driftKinds)[number];

/**
 * How sure a change is: `confirmed`, `likely`, or `inconclusive`, which is no drift yet but may become one with more
 * samples (see `docs/nightly-drift.md` for the bounds).
 */
export type DriftConfidence = "confirmed" | "likely" | "inconclusive";

/** From the surest. */
export const confidences: readonly DriftConfidence[] = ["confirmed", "likely", "inconclusive"];

/**
 * `new` in the run in which it is reported first and never again; `standing` from then on; `back` when it had gone;
 * `gone` in the run that finds it so; `accepted` once it is accepted; `inconclusive` before it is reported.
 */
export type DriftState = "new" | "standing" | "back" | "gone" | "accepted" | "inconclusive";

/** Whether what is in this state is reported, still there and not accepted. */
export const isOpenState = (state: DriftState | undefined): boolean =>
  state === "new" || state === "standing" || state === "back";

/** One interface of one organization, as its history is kept. */
export interface DriftTarget {
  readonly interface: InterfaceName;
  /** Base address as shown: no credentials. */
  readonly address: string;
  /** What the organization is called on the command line; `default` unless named. */
  readonly organization: string;
}

/** So many of so many samples. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** That somebody accepted a change. */
export interface Acceptance {
  /** When, ISO 8601. */
  readonly at: string;
  /** A day, `2025-02-01`: the first run that begins on it or later reports the change again. Absent for good. */
  readonly until?: string;
  /** Who, and why. */
  readonly by?: string;
  readonly note?: string;
}

/** A change against the runs before. Holds names of fields, shapes and counts; never a value of a record. */
export interface Drift {
  /** 12 hex digits, the same in every run and for every target. */
  readonly fingerprint: string;
  readonly target: DriftTarget;
  readonly kind: DriftKind;
  /** For those who use the generated types. */
  readonly impact: Impact;
  /** `error` for what is breaking and confirmed. */
  readonly severity: Severity;
  /** Id of the operation; `*` for what holds for the whole interface. */
  readonly operation: string;
  /** Undefined where the change is about statuses or about the whole interface. */
  readonly status?: number;
  /** `details` and `columns` where the request asked for those; empty otherwise. */
  readonly variant: string;
  /** JSON pointer into the body, `*` for any item; empty where no location in a body is meant. */
  readonly pointer: string;
  /** One sentence. */
  readonly message: string;
  /** What was there before and what is now: `string`, `integer`, `absent`, `404`. */
  readonly before: string;
  readonly now: string;
  /** How often what is new was seen before the change and since. */
  readonly seenBefore: Share;
  readonly seenSince: Share;
  /** The chance that no change would look like this, at most 1. */
  readonly chance: number;
  readonly confidence: DriftConfidence;
  /** How many more samples of the same kind would settle it; absent where it is settled. */
  readonly moreSamples?: number;
  /** What would settle it, in words; absent where it is settled. */
  readonly settledBy?: string;
  readonly state: DriftState;
  /** When the run began in which it was seen first and last, ISO 8601. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** When it was reported first; absent while it is inconclusive. */
  readonly toldAt?: string;
  /** In how many runs it was seen. */
  readonly nights: number;
  /** What the OpenAPI documents say of the location, if anything. */
  readonly documented?: string;
  /** What a field that came or went was like: `string (date)`, `array of object {id}`. */
  readonly shape?: string;
  /** When the last run began that asked the operation and did not show it, ISO 8601. */
  readonly lastGood?: string;
  readonly accepted?: Acceptance;
}

/** What happened: a kind of change, or a field that went and came under another name. */
export type DriftGroupKind = DriftKind | "field-renamed";

/**
 * One change of the platform, wherever it shows: what a person reads, accepts and is alerted to once. Holds names of
 * fields, shapes and counts; never a value of a record.
 */
export interface DriftGroup {
  /** 12 hex digits, the same in every run, for every target and organization. */
  readonly fingerprint: string;
  readonly interface: InterfaceName;
  readonly kind: DriftGroupKind;
  /** The heaviest of its changes. */
  readonly impact: Impact;
  readonly severity: Severity;
  readonly confidence: DriftConfidence;
  /** `new` in the run in which the first of its changes is reported and never again: what joins later is not new. */
  readonly state: DriftState;
  /** What happened, in few words, with names in backticks. */
  readonly title: string;
  /** The same as a sentence that says where. */
  readonly message: string;
  /** The model of the OpenAPI documents that it is about; absent where they describe none. */
  readonly model?: string;
  /** The name of the field that it is about, where it is one. */
  readonly field?: string;
  /** Types of the contract package that it touches: `Donor.DonorAddresses`. */
  readonly types: readonly string[];
  /** Ids of its operations, sorted; empty for what holds for the whole interface. */
  readonly operations: readonly string[];
  /** Statuses of the answers that show it, sorted. */
  readonly statuses: readonly number[];
  /** The shape before and the shape now: `firstName: string`, `absent`, `404`. */
  readonly before: string;
  readonly now: string;
  /** How often what is new was seen before the change and since, in the change that weighs most. */
  readonly seenBefore: Share;
  readonly seenSince: Share;
  /** What to change in the code of a consumer: sentences with names in backticks. */
  readonly advice: string;
  /** What would settle it, in words; absent where it is settled. */
  readonly settledBy?: string;
  /** A request of the run that shows it, for a shell: secrets and ids in it are `$NAMES`. Absent where none was made. */
  readonly curl?: string;
  /** When the runs began in which it was seen first and last, ISO 8601. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** When it was reported first; absent while it is inconclusive. */
  readonly toldAt?: string;
  /** When the last run began that asked its operations and did not show it, ISO 8601. */
  readonly lastGood?: string;
  readonly accepted?: Acceptance;
  /** Fingerprints of its changes, the leading one first: the others were found with it or joined later. */
  readonly changes: readonly string[];
}

/** Counts of drift by state. */
export interface DriftCounts {
  readonly new: number;
  readonly standing: number;
  readonly back: number;
  readonly gone: number;
  readonly inconclusive: number;
  /** Of those that are open: breaking, confirmed and not accepted. */
  readonly breaking: number;
}

/** One run of one target. */
export interface RunSummary {
  /** Number in the store, growing. */
  readonly night: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seed: number;
  readonly version: string;
  /** `baseline` for the first that was sampled, `compared` for the others. A failed run says nothing of drift. */
  readonly status: "baseline" | "compared" | "failed";
  /** Why it failed, or what cut it short. */
  readonly reason?: string;
  readonly requests: number;
  /** Answers that were counted. */
  readonly answers: number;
  /** Operations with a successful answer. */
  readonly operations: number;
  readonly drift: DriftCounts;
  /** Findings of the suite by severity. */
  readonly findings: { readonly error: number; readonly warning: number; readonly info: number };
}

/** What one operation did in one run. */
export interface OperationRun {
  readonly night: number;
  readonly startedAt: string;
  readonly answers: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Locations known in its bodies. */
  readonly places: number;
  /** Class of the median latency, `under 100 ms`; absent without an answer. */
  readonly latency?: string;
  /** Fingerprints of what was new, back or gone in this run. */
  readonly changes: readonly string[];
}

export interface OperationHistory {
  readonly operation: string;
  readonly nights: readonly OperationRun[];
}

/** What one field was in one run: counts, never a value. */
export interface FieldRun {
  readonly night: number;
  readonly startedAt: string;
  /** Objects that could have held it, and how many did, with null or any other value. */
  readonly parents: number;
  readonly seen: number;
  /** How often it had each type; `null` is one. */
  readonly types: Readonly<Record<string, number>>;
}

/** A field over all runs that saw objects that could have held it. */
export interface FieldHistory {
  readonly operation: string;
  readonly status: number;
  /** JSON pointer into the body, `*` for any item. */
  readonly pointer: string;
  /** Its types by the OpenAPI documents, if they list it. */
  readonly documented?: string;
  readonly nights: readonly FieldRun[];
}

/** That runs are those of another version of tripact, with another copy of the OpenAPI documents. */
export interface HistoryRelease {
  /** The first run of it. */
  readonly night: number;
  readonly startedAt: string;
  readonly version: string;
}

/** All runs of one target, oldest first. */
export interface DriftHistory {
  readonly target: DriftTarget;
  readonly nights: readonly RunSummary[];
  readonly operations: readonly OperationHistory[];
  /** Everything that ever drifted, in its present state, oldest first. */
  readonly drift: readonly Drift[];
  /** The same by what caused it. */
  readonly groups: readonly DriftGroup[];
}

/** What a history says of one operation. */
export interface AskedHistory extends DriftHistory {
  /** Versions of tripact that followed the first. */
  readonly releases: readonly HistoryRelease[];
  /** Its fields, or those that were asked for. */
  readonly fields: readonly FieldHistory[];
}

/** One target in a run: the run, and what it shows. */
export interface DriftResult {
  readonly target: DriftTarget;
  readonly night: RunSummary;
  /** What is new, open, back or gone in this run, and what is inconclusive; breaking ones first. */
  readonly drift: readonly Drift[];
  /** The same by what caused it: one entry for each change of the platform. */
  readonly groups: readonly DriftGroup[];
  /** Operations that earlier runs saw and this one did not. */
  readonly notSampled: readonly string[];
}

/** What `tripact drift --json` prints. */
export interface DriftReport {
  readonly tool: { readonly name: "tripact"; readonly version: string };
  readonly run: {
    readonly id: string;
    readonly seed: number;
    readonly startedAt: string;
    readonly complete: boolean;
    /** As in the report of the checks. */
    readonly sampled?: true;
    readonly stopped?: string;
    readonly requests: number;
  };
  readonly store: string;
  readonly results: readonly DriftResult[];
  /** What the suite has against the OpenAPI documents. */
  readonly findings: readonly Finding[];
  /** One for each cause: of what changed, of what the suite found, of what could not be judged. */
  readonly problems: readonly Problem[];
  /** Only with usage files. */
  readonly usage?: ConsumerSummary;
  readonly exitCode: number;
}

/** A field where it is found: `getRecord 200 /name`. */
export const fieldName = ({ operation, status, pointer }: Pick<Drift, "operation" | "status" | "pointer">) =>
  `${operation} ${status} ${pointer}`;
