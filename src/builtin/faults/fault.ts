import type { OperationId } from "../generated/operations.ts";
import type { Severity } from "../../core/model/check.ts";
import type { ConfiguredInterfaces } from "../configured-interfaces.ts";

/**
 * Subtlety of a fault: `gross` appears in every answer, `structural` in one part of one endpoint, page or status,
 * `behavioural` only in the relation between several answers.
 */
export const grades = ["gross", "structural", "behavioural"] as const;

export type Grade = (typeof grades)[number];

/** A request to the sandbox, parsed once for all wrappers. */
export interface FaultRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly operation: OperationId | undefined;
  readonly path: Readonly<Record<string, string>>;
  /** As text; undefined if there is none. */
  readonly body: string | undefined;
}

export interface FaultAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** As text; empty if there is none. */
  readonly body: string;
}

export type Answering = (incoming: FaultRequest) => Promise<FaultAnswer>;

/** What a fault may know of the server that it is planted in. */
export interface FaultEnvironment {
  readonly config: { readonly interfaces: ConfiguredInterfaces };
  readonly now: () => number;
}

/** A deliberate defect that violates exactly one fact. */
export interface Fault {
  /** Kebab-case description of the defect: `note-replacement-keeps-time-spent`. */
  readonly id: string;
  readonly fact: string;
  readonly grade: Grade;
  readonly title: string;
  /** Number of donors at which a sandbox shows the fault, if it needs a large one. */
  readonly donors?: number;
  /** Severity of its gravest finding; default: error. */
  readonly severity?: Exclude<Severity, "error">;
  /** Facts that are necessarily violated with this one, each with the reason. */
  readonly alsoBreaks?: Readonly<Record<string, string>>;
  /** Wraps the sandbox. State lives in the closure, one per sandbox. */
  wrap(next: Answering, environment: FaultEnvironment): Answering;
}

/** A fault under its id: title, wrapper and other properties. */
type Row = readonly [
  title: string,
  wrap: Fault["wrap"],
  more?: Pick<Fault, "donors" | "severity" | "alsoBreaks">,
];

export const faultsOf = (
  fact: string,
  rows: Readonly<Partial<Record<Grade, Readonly<Record<string, Row>>>>>,
): readonly Fault[] =>
  grades.flatMap((grade) =>
    Object.entries(rows[grade] ?? {}).map(([id, [title, wrap, more]]) => ({
      id,
      fact,
      grade,
      title,
      wrap,
      ...more,
    })),
  );
