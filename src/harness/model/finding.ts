import type { Severity } from "./check.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { Cause, Rule } from "./violation.ts";
import { digestOf } from "./texts.ts";

/** One request of those that show a finding. */
export interface Step {
  /** The active check whose plan asks for it. */
  readonly check: string;
  /** By which that plan names it; one that comes again has its number behind it. */
  readonly label: string;
  readonly curl: string;
  /** What it does: `Replace a contact note: another whole note`; absent in reports of earlier versions. */
  readonly does?: string;
  /** What it was answered: the status, and texts of the run's own that the answer shows. */
  readonly answer?: string;
  /** Whether its answer is the one that the finding is about. */
  readonly wrong?: true;
  /** What it changes: `contact note 10`; absent where it changes nothing. */
  readonly changes?: string;
}

/** What puts a record back that the steps of a finding change. */
export interface Restoration {
  readonly record: string;
  /** The request that shows what the record holds, to be made before the first step. */
  readonly read?: string;
  readonly write: string;
}

/** How a finding is asked for again; nothing of it where only all exchanges of its run show it. */
export interface Reproduction {
  /** All requests that it takes, in order. */
  readonly steps?: readonly Step[];
  /**
   * Labels of what else its check asks before it comes to ask the steps: who knows these needs none of it. `tripact replay`
   * asks it, too.
   */
  readonly alsoAsked?: readonly string[];
  readonly restore?: readonly Restoration[];
  /** A token that its check has put there, and is given back when it is to ask for this finding alone. */
  readonly replay?: string;
}

/** A violation with its evidence. Holds shapes and masked values only. */
export interface Finding extends Reproduction {
  /** 12 hex digits, the same across runs, seeds and targets for the same defect. */
  readonly fingerprint: string;
  readonly fact: string;
  readonly check: string;
  readonly severity: Severity;
  readonly interface: InterfaceName;
  /** Id of the documented operation, or `unknown`. */
  readonly operation: string;
  /** Method and path of the request where it is no documented operation: `GET /nope`. */
  readonly request?: string;
  readonly message: string;
  /** What it has in common with other findings of its fact; absent where it is a defect of its own. */
  readonly cause?: Cause;
  /** The rule that the answer breaks; absent, like the next two, in reports of earlier versions. */
  readonly rule?: Rule;
  /** The field of a model of the OpenAPI documents: `Gift.modifiedDateTimeUtc`; absent where they name no model. */
  readonly field?: string;
  /** Parameters without which the operation was asked, too, and did not show it: `["Filter"]`; absent where there are none. */
  readonly parameters?: readonly string[];
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  readonly exchanges: readonly number[];
  /** The request that shows it, the last one where it takes several. */
  readonly curl: string;
  /** True when the baseline lists its fingerprint: reported, never failing. */
  readonly known: boolean;
}

/** How many of these findings have each severity. */
export const severityCounts = (
  findings: readonly Pick<Finding, "severity">[],
): Readonly<Record<Severity, number>> => {
  const count = (severity: Severity): number => findings.filter((one) => one.severity === severity).length;
  return { error: count("error"), warning: count("warning"), info: count("info") };
};

/** What makes two findings the same defect. Array positions and values do not. */
export interface FindingIdentity {
  readonly fact: string;
  readonly check: string;
  readonly operation: string;
  readonly rule: Rule;
  readonly pointer: string;
}

/** A pointer whose positions are any. */
export const generalPointer = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, "/*");

/** Twelve hex digits over the identity; stable across runs, machines and versions. */
export const fingerprint = (identity: FindingIdentity): string =>
  digestOf(
    [identity.fact, identity.check, identity.operation, identity.rule, generalPointer(identity.pointer)].join(
      "\n",
    ),
  );

/** Where a finding is, in few words. */
export const whereOf = ({ interface: name, request, operation, pointer }: Finding): string =>
  `${name} ${request ?? operation}${pointer === "" ? "" : ` ${pointer}`}`;
