import type { Severity } from "./check.ts";
import type { DriftConfidence } from "./drift.ts";
import type { Impact } from "./impact.ts";
import type { InterfaceName } from "./interface-name.ts";

/**
 * `new` in the first run that shows it, `open` in those that follow, `known` where a baseline or an acceptance lists it,
 * `gone` in the run that shows it no more.
 */
export type ProblemState = "new" | "open" | "known" | "gone";

/** How a problem is seen: an answer breaks the specification, answers changed, or a run could not judge something. */
export type ProblemKind = "violation" | "change" | "unjudged";

/** One of the places at which a problem shows. */
export interface ProblemPlace {
  /** Of the finding, or of the change of drift; that of the problem for what could not be judged. */
  readonly fingerprint: string;
  readonly interface: InterfaceName;
  /** Id of the documented operation, method and path of another request, or `*` for the whole interface. */
  readonly operation: string;
  /** JSON pointer into the body; empty for the whole answer. */
  readonly pointer: string;
  /** What this place adds: `listRecords (6 from 3, total 6)`. */
  readonly item?: string;
  /** Of a run that is compared with earlier ones. */
  readonly organization?: string;
  readonly address?: string;
}

/**
 * One cause of what a run found, saw changed or could not judge, with all the places that show it. Holds names of fields,
 * shapes and counts; never a value of a record.
 */
export interface Problem {
  /** 12 hex digits, the same in every run and for every target. */
  readonly fingerprint: string;
  readonly kind: ProblemKind;
  readonly severity: Severity;
  readonly state: ProblemState;
  /** `ledger listRecords /total`, or the operations in which answers changed: ``in `getRecord` and `getEntry` ``. */
  readonly where: string;
  /** What is wrong, in one line, with names in backticks. */
  readonly what: string;
  /** What should be there; of a change what was there before. */
  readonly expected: string;
  readonly actual: string;
  /** What shows it: checks, or how many samples. */
  readonly evidence: string;
  /** The fewest requests that show it, as lines for a shell; empty where none is at hand. */
  readonly reproduce: readonly string[];
  /** At least one. The first is the one that the other members describe. */
  readonly places: readonly ProblemPlace[];
  /** Ids of the facts that it breaks, and of the checks that found it. */
  readonly facts: readonly string[];
  readonly checks: readonly string[];
  /** Numbers of the exchanges that show the first place, the wrong answer first. */
  readonly exchanges: readonly number[];
  /** Other statements of the same cause, each once. */
  readonly also?: readonly string[];
  /** What to change in the code of a consumer, with names in backticks. */
  readonly advice?: string;
  /** Of a change: fingerprints of the groups that it puts together, each of which can be accepted alone. */
  readonly groups?: readonly string[];
  readonly impact?: Impact;
  readonly confidence?: DriftConfidence;
  readonly settledBy?: string;
  /** Types of the contract package that a change touches: `Donor.addresses`. */
  readonly types?: readonly string[];
  readonly statuses?: readonly number[];
  /** When the runs began that showed it first and last, and the last one that did not, ISO 8601. */
  readonly since?: string;
  readonly lastSeen?: string;
  readonly lastGood?: string;
  /** Whether it had gone before. */
  readonly isBack?: true;
}

/** Whether it is there and nobody has accepted it. */
export const isOpen = ({ state }: Problem): boolean => state === "new" || state === "open";
