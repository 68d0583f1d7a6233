import type { OperationId } from "../../contract/generated/operations.ts";
import type { SandboxConfiguration } from "../configuration.ts";

/**
 * How subtle a fault is: `gross` shows on every answer, `structural` in one place of one endpoint, page or status,
 * `behavioural` only in the relation of several answers.
 */
export const grades = ["gross", "structural", "behavioural"] as const;

export type Grade = (typeof grades)[number];

/** A request on its way into the sandbox, read once for all wrappers. */
export interface Incoming {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** The documented operation the request is meant for, or undefined. */
  readonly operation: OperationId | undefined;
  readonly path: Readonly<Record<string, string>>;
  /** As text; undefined when there is none. */
  readonly body: string | undefined;
}

/** An answer on its way out. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Headers;
  /** As text; empty when there is none. */
  readonly body: string;
}

export type Answering = (incoming: Incoming) => Promise<Outgoing>;

/** What a fault may know of the sandbox it breaks. */
export interface FaultSurroundings {
  /** The sandbox's own configuration: credentials and records by dotted path are in it. */
  readonly config: SandboxConfiguration;
  readonly now: () => number;
}

/** A deliberate defect that breaks exactly one fact. */
export interface Fault {
  /** Kebab-case, says what is broken: `note-replacement-keeps-time-spent`. */
  readonly id: string;
  readonly fact: string;
  readonly grade: Grade;
  readonly title: string;
  /** Of how many donors a sandbox shows it, where it takes a large one. */
  readonly donors?: number;
  /** Facts that cannot stay whole when this one breaks, each with the reason. */
  readonly alsoBreaks?: Readonly<Record<string, string>>;
  /** Wraps the sandbox. State lives in the closure: a new one for each sandbox. */
  wrap(next: Answering, surroundings: FaultSurroundings): Answering;
}

/** A fault under its id: what is broken, by which wrapper, and what else is to be known of it. */
type Row = readonly [title: string, wrap: Fault["wrap"], more?: Pick<Fault, "donors" | "alsoBreaks">];

/** The faults of a fact, as rows by grade. */
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
