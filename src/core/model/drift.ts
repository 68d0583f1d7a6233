import type { Severity } from "./check.ts";
import type { Finding } from "./finding.ts";
import type { Problem } from "./problem.ts";
import type { ConsumerSummary } from "./report.ts";
import type { Impact } from "./impact.ts";
import type { InterfaceName } from "./interface-name.ts";

/** Every kind of change that a run can show against earlier runs. */
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
 * Certainty of a change: `confirmed`, `likely`, or `inconclusive`, which is not drift yet but may become so with more
 * samples (see `docs/guides/nightly-drift.md` for the bounds).
 */
export type DriftConfidence = "confirmed" | "likely" | "inconclusive";

/** Most certain first. */
export const confidences: readonly DriftConfidence[] = ["confirmed", "likely", "inconclusive"];

/**
 * `inconclusive` before it is reported; `new` only in the first run that reports it; `standing` from then on; `gone` in
 * the run that no longer shows it; `back` if it returns; `accepted` once accepted.
 */
export type DriftState = "new" | "standing" | "back" | "gone" | "accepted" | "inconclusive";

/** Whether this state means reported, still present and not accepted. */
export const isOpenState = (state: DriftState | undefined): boolean =>
  state === "new" || state === "standing" || state === "back";

/** One interface of one organization; the unit of history. */
export interface DriftTarget {
  readonly interface: InterfaceName;
  /** Base address as shown, without credentials. */
  readonly address: string;
  /** The organization's name on the command line; `default` unless named. */
  readonly organization: string;
}

/** A number of samples out of a total. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** The acceptance of a change. */
export interface Acceptance {
  /** Time, ISO 8601. */
  readonly at: string;
  /** A day, `2025-02-01`: the first run on or after it reports the change again. Absent for a permanent acceptance. */
  readonly until?: string;
  /** Who accepted it, and why. */
  readonly by?: string;
  readonly note?: string;
}

/** What a change and a group of changes have in common. */
interface Noticed {
  /** 12 hex digits, the same in every run, for every target and organization. */
  readonly fingerprint: string;
  /** Impact on users of the generated types; the gravest in a group. */
  readonly impact: Impact;
  /** `error` if breaking and confirmed. */
  readonly severity: Severity;
  readonly confidence: DriftConfidence;
  /** `new` only in the run that first reports it: what is added to a group later does not make it new. */
  readonly state: DriftState;
  /** One sentence, with the location. */
  readonly message: string;
  /** The old and the new state: `string`, `integer`, `absent`, `404`; of a group, with the name of the field. */
  readonly before: string;
  readonly now: string;
  /** How often the new state was seen before the change and since; of a group, for its most significant change. */
  readonly seenBefore: Share;
  readonly seenSince: Share;
  /** What would settle it, in words; absent if settled. */
  readonly settledBy?: string;
  /** Start of the first and last run that saw it, ISO 8601. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** When it was first reported; absent while inconclusive. */
  readonly toldAt?: string;
  /** Start of the last run that requested its operations without showing it, ISO 8601. */
  readonly lastGood?: string;
  readonly accepted?: Acceptance;
}

/** A change against earlier runs. Holds field names, shapes and counts; never a value of a record. */
export interface Drift extends Noticed {
  readonly target: DriftTarget;
  readonly kind: DriftKind;
  /** Operation id; `*` for the whole interface. */
  readonly operation: string;
  /** Undefined for changes of statuses or of the whole interface. */
  readonly status?: number;
  /** `details` and `columns` if the request asked for them; else empty. */
  readonly variant: string;
  /** JSON pointer into the body, `*` for any item; empty if the change has no location in a body. */
  readonly pointer: string;
  /** Probability of this observation without a change, at most 1. */
  readonly chance: number;
  /** Further samples of this kind that would settle it; absent if settled. */
  readonly moreSamples?: number;
  /** Number of runs that saw it. */
  readonly nights: number;
  /** What the OpenAPI documents say about the location, if anything. */
  readonly documented?: string;
  /** Shape of an added or removed field: `string (date)`, `array of object {id}`. */
  readonly shape?: string;
}

/** A kind of change, or a renamed field. */
export type DriftGroupKind = DriftKind | "field-renamed";

/**
 * One change of the platform with all its occurrences: the unit that people read, accept and are alerted to. Holds
 * field names, shapes and counts; never a value of a record.
 */
export interface DriftGroup extends Noticed {
  readonly interface: InterfaceName;
  readonly kind: DriftGroupKind;
  /** Short summary, with names in backticks. */
  readonly title: string;
  /** The affected model of the OpenAPI documents; absent if they describe none. */
  readonly model?: string;
  /** The affected field, if any. */
  readonly field?: string;
  /** Affected types of the contract package: `Donor.DonorAddresses`. */
  readonly types: readonly string[];
  /** Its operation ids, sorted; empty for the whole interface. */
  readonly operations: readonly string[];
  /** Statuses of the answers that show it, sorted. */
  readonly statuses: readonly number[];
  /** What to change in a consumer's code: sentences with names in backticks. */
  readonly advice: string;
  /**
   * A request of the run that shows it, as a shell command with `$NAMES` for secrets and ids; absent if there was none.
   */
  readonly curl?: string;
  /** Fingerprints of its changes, the leading one first; the others were found with it or added later. */
  readonly changes: readonly string[];
}

/** Counts of drift by state. */
export interface DriftCounts {
  readonly new: number;
  readonly standing: number;
  readonly back: number;
  readonly gone: number;
  readonly inconclusive: number;
  /** Open changes that are breaking and confirmed. */
  readonly breaking: number;
}

/** One run of one target. */
export interface RunSummary {
  /** Increasing number in the store. */
  readonly night: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seed: number;
  readonly version: string;
  /** `baseline` for the first run with samples, `compared` for later ones. A failed run says nothing about drift. */
  readonly status: "baseline" | "compared" | "failed";
  /** Why it failed or was cut short. */
  readonly reason?: string;
  readonly requests: number;
  /** Number of counted answers. */
  readonly answers: number;
  /** Operations with a successful answer. */
  readonly operations: number;
  readonly drift: DriftCounts;
  /** Findings of the suite by severity. */
  readonly findings: { readonly error: number; readonly warning: number; readonly info: number };
}

/** Results for one operation in one run. */
export interface OperationRun {
  readonly night: number;
  readonly startedAt: string;
  readonly answers: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Known locations in its bodies. */
  readonly places: number;
  /** Class of the median latency, `under 100 ms`; absent without an answer. */
  readonly latency?: string;
  /** Fingerprints of the changes that were new, back or gone in this run. */
  readonly changes: readonly string[];
}

export interface OperationHistory {
  readonly operation: string;
  readonly nights: readonly OperationRun[];
}

/** One field in one run: counts, never a value. */
export interface FieldRun {
  readonly night: number;
  readonly startedAt: string;
  /** Objects that could have held it; `seen` counts those that did, null included. */
  readonly parents: number;
  readonly seen: number;
  /** How often it had each type, including `null`. */
  readonly types: Readonly<Record<string, number>>;
}

/** A field in all runs that saw objects which could have held it. */
export interface FieldHistory {
  readonly operation: string;
  readonly status: number;
  /** JSON pointer into the body, `*` for any item. */
  readonly pointer: string;
  /** Its types in the OpenAPI documents, if listed. */
  readonly documented?: string;
  readonly nights: readonly FieldRun[];
}

/** Marks the first run of another tripact version, which has another copy of the OpenAPI documents. */
export interface HistoryRelease {
  /** Its first run. */
  readonly night: number;
  readonly startedAt: string;
  readonly version: string;
}

/** All runs of one target, oldest first. */
export interface DriftHistory {
  readonly target: DriftTarget;
  readonly nights: readonly RunSummary[];
  readonly operations: readonly OperationHistory[];
  /** All drift ever seen, in its present state, oldest first. */
  readonly drift: readonly Drift[];
  /** The same, grouped by cause. */
  readonly groups: readonly DriftGroup[];
}

/** The history of one operation. */
export interface AskedHistory extends DriftHistory {
  /** Versions of tripact after the first. */
  readonly releases: readonly HistoryRelease[];
  /** Its fields, or the requested ones. */
  readonly fields: readonly FieldHistory[];
}

/** Result of a run for one target. */
export interface DriftResult {
  readonly target: DriftTarget;
  readonly night: RunSummary;
  /** Changes that are new, open, back, gone or inconclusive in this run; breaking ones first. */
  readonly drift: readonly Drift[];
  /** The same by cause: one entry per change of the platform. */
  readonly groups: readonly DriftGroup[];
  /** Operations that earlier runs saw and this one did not. */
  readonly notSampled: readonly string[];
}

/** Output of `tripact drift --json`. */
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
  /** Findings of the suite against the OpenAPI documents. */
  readonly findings: readonly Finding[];
  /** One per cause: changes, findings of the suite, and what could not be judged. */
  readonly problems: readonly Problem[];
  /** Only with usage files. */
  readonly usage?: ConsumerSummary;
  readonly exitCode: number;
}

/** A field with its location: `getRecord 200 /name`. */
export const fieldName = ({ operation, status, pointer }: Pick<Drift, "operation" | "status" | "pointer">) =>
  `${operation} ${status} ${pointer}`;
