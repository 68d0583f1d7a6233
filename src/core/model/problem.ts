import type { Severity } from "./check.ts";
import type { DriftConfidence } from "./drift.ts";
import type { Impact } from "./impact.ts";
import type { InterfaceName } from "./interface-name.ts";

/**
 * `new` in the first run that shows it, `open` in later ones, `known` if a baseline or an acceptance lists it, `gone`
 * in the run that no longer shows it.
 */
export type ProblemState = "new" | "open" | "known" | "gone";

/** Origin of a problem: an answer breaks the specification, answers changed, or a run could not judge something. */
export type ProblemKind = "violation" | "change" | "unjudged";

/** One location that shows a problem. */
export interface ProblemPlace {
  /** Fingerprint of the finding or drift change; the problem's own if something could not be judged. */
  readonly fingerprint: string;
  readonly interface: InterfaceName;
  /** Operation id, method and path of another request, or `*` for the whole interface. */
  readonly operation: string;
  /** JSON pointer into the body; empty for the whole answer. */
  readonly pointer: string;
  /** Detail of this location: `listRecords (6 from 3, total 6)`. */
  readonly item?: string;
  /** In runs compared with earlier ones. */
  readonly organization?: string;
  readonly address?: string;
}

/**
 * One cause of findings, changes or unjudged facts, with all its locations. Holds field names, shapes and counts; never
 * a value of a record.
 */
export interface Problem {
  /** 12 hex digits, the same in every run and for every target. */
  readonly fingerprint: string;
  readonly kind: ProblemKind;
  readonly severity: Severity;
  readonly state: ProblemState;
  /** `ledger listRecords /total`, or the operations with changed answers: ``in `getRecord` and `getEntry` ``. */
  readonly where: string;
  /** What is wrong, on one line, with names in backticks. */
  readonly what: string;
  /** The expected state; for a change, the state before it. */
  readonly expected: string;
  readonly actual: string;
  /** What shows it: checks, or sample counts. */
  readonly evidence: string;
  /** Minimal requests that show it, as shell lines; empty if unavailable. */
  readonly reproduce: readonly string[];
  /** At least one. The other members describe the first. */
  readonly places: readonly ProblemPlace[];
  /** Ids of the facts it breaks and of the checks that found it. */
  readonly facts: readonly string[];
  readonly checks: readonly string[];
  /** Numbers of the exchanges that show the first location, the wrong answer first. */
  readonly exchanges: readonly number[];
  /** Other statements of the same cause, without duplicates. */
  readonly also?: readonly string[];
  /** What to change in a consumer's code, with names in backticks. */
  readonly advice?: string;
  /** For a change: fingerprints of its groups, each of which can be accepted separately. */
  readonly groups?: readonly string[];
  readonly impact?: Impact;
  readonly confidence?: DriftConfidence;
  readonly settledBy?: string;
  /** Contract package types affected by a change: `Donor.addresses`. */
  readonly types?: readonly string[];
  readonly statuses?: readonly number[];
  /** Start of the first and last run that showed it, and of the last that did not, ISO 8601. */
  readonly since?: string;
  readonly lastSeen?: string;
  readonly lastGood?: string;
  /** Whether it returned after being gone. */
  readonly isBack?: true;
}

/** Whether it is present and not accepted. */
export const isOpen = ({ state }: Problem): boolean => state === "new" || state === "open";
