import type { Severity } from "./check.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { Cause, Rule } from "./violation.ts";
import { digestOf } from "./texts.ts";

/** One of the requests that show a finding. */
export interface Step {
  /** The active check whose plan sends it. */
  readonly check: string;
  /** Its label in that plan, followed by a number if repeated. */
  readonly label: string;
  readonly curl: string;
  /** What it does: `Replace a contact note: another whole note`; absent in reports of earlier versions. */
  readonly does?: string;
  /** Its answer: the status, and texts sent by the run that the answer shows. */
  readonly answer?: string;
  /** Whether the finding is about its answer. */
  readonly wrong?: true;
  /** What it changes: `contact note 10`; absent if it changes nothing. */
  readonly changes?: string;
}

/** How to restore a record changed by the steps of a finding. */
export interface Restoration {
  readonly record: string;
  /** The request that shows the record's content, to be made before the first step. */
  readonly read?: string;
  readonly write: string;
}

/** A variable in the lines of a finding that no configuration names. */
export interface ShellVariable {
  /** Without `$`. */
  readonly name: string;
  /** Number of the step, from 1, whose answer holds its value. */
  readonly step?: number;
  /** JSON pointer into that answer. */
  readonly pointer?: string;
  /** A shell word that makes it of other variables. */
  readonly word?: string;
}

/** How to reproduce a finding; empty if only all exchanges of its run show it. */
export interface Reproduction {
  /** All required requests, in order. */
  readonly steps?: readonly Step[];
  /**
   * Labels of further requests that the check sends before these steps; not needed if their results are known. `tripact
   * replay` sends them, too.
   */
  readonly alsoAsked?: readonly string[];
  readonly restore?: readonly Restoration[];
  readonly variables?: readonly ShellVariable[];
  /** Why shell lines cannot show it, but `tripact replay` can. */
  readonly onlyReplay?: string;
  /** Why shell lines may not show it, in which case `tripact replay` does. */
  readonly orReplay?: string;
  /** A token from the check, passed back to it to reproduce this finding alone. */
  readonly replay?: string;
  /** The portion of its plan that asked for it: a later one asks otherwise. Absent for the first. */
  readonly portion?: number;
}

/** A violation with its evidence. Holds only shapes and masked values. */
export interface Finding extends Reproduction {
  /** 12 hex digits, the same for the same defect across runs, seeds and targets. */
  readonly fingerprint: string;
  readonly fact: string;
  readonly check: string;
  readonly severity: Severity;
  readonly interface: InterfaceName;
  /** Operation id, or `unknown`. */
  readonly operation: string;
  /** Method and path of a request to no documented operation: `GET /nope`. */
  readonly request?: string;
  readonly message: string;
  /** What it has in common with other findings of its fact; absent if it is a separate defect. */
  readonly cause?: Cause;
  /** The broken rule; absent, like the next two, in reports of earlier versions. */
  readonly rule?: Rule;
  /** The field of a documented model: `Gift.modifiedDateTimeUtc`; absent if there is no model. */
  readonly field?: string;
  /** Parameters required to show it, as requests without them did not: `["Filter"]`; absent if there are none. */
  readonly parameters?: readonly string[];
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  readonly exchanges: readonly number[];
  /** The request that shows it; the last one if there are several. */
  readonly curl: string;
  /** True if the baseline lists its fingerprint: reported, but never failing. */
  readonly known: boolean;
}

/** Number of these findings by severity. */
export const severityCounts = (
  findings: readonly Pick<Finding, "severity">[],
): Readonly<Record<Severity, number>> => {
  const count = (severity: Severity): number => findings.filter((one) => one.severity === severity).length;
  return { error: count("error"), warning: count("warning"), info: count("info") };
};

/** What makes two findings the same defect; array indexes and values do not count. */
export interface FindingIdentity {
  readonly fact: string;
  readonly check: string;
  readonly operation: string;
  readonly rule: Rule;
  readonly pointer: string;
}

/** A pointer with `*` for array indexes. */
export const generalPointer = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, "/*");

/** Twelve hex digits over the identity; stable across runs, machines and versions. */
export const fingerprint = (identity: FindingIdentity): string =>
  digestOf(
    [identity.fact, identity.check, identity.operation, identity.rule, generalPointer(identity.pointer)].join(
      "\n",
    ),
  );

/** A finding's location in a few words. */
export const whereOf = ({ interface: name, request, operation, pointer }: Finding): string =>
  `${name} ${request ?? operation}${pointer === "" ? "" : ` ${pointer}`}`;
