import type { Call, Exchange } from "./exchange.ts";
import type { Exploration } from "./exploration.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { Settings } from "./settings.ts";
import type { Cause, Rule, SchemaViolation } from "./violation.ts";

export type Severity = "error" | "warning" | "info";

/** Most severe first. */
export const severities: readonly Severity[] = ["error", "warning", "info"];

/** What a judge reports about the given exchanges. If it yields nothing, it found nothing wrong. */
export type Judgement = Violation | NotApplicable | Observation;

export interface Violation {
  readonly kind: "violation";
  /** One of the check's facts; optional if the check has only one. */
  readonly fact?: string;
  /** The check's own by default. */
  readonly severity?: Severity;
  readonly rule: Rule;
  readonly message: string;
  /** Absent if the violation is a separate defect, or the same one at other locations. */
  readonly cause?: Cause;
  /** The exchange that shows it; others may be named as evidence. */
  readonly exchange: Exchange;
  readonly also?: readonly Exchange[];
  /** JSON pointer into the response body; empty for the whole body. */
  readonly pointer?: string;
  /** Shapes, or values listed in the specification, never a customer's value. */
  readonly expected: string;
  readonly actual: string;
  /** A token without any value, by which the plan can reproduce this violation alone; see `PlanContext.replay`. */
  readonly replay?: string;
  /** Set by the runner: it takes this and earlier exchanges of the run to show it. */
  readonly ofRun?: true;
}

/** Says that these exchanges cannot decide a fact (by default, any fact of the check). */
export interface NotApplicable {
  readonly kind: "not-applicable";
  readonly fact?: string;
  readonly reason: string;
}

/** An answer to a question that the specification leaves open; never a finding. */
export interface Observation {
  readonly kind: "observation";
  readonly unknown: string;
  /** One line without any customer's value. */
  readonly observed: string;
  readonly exchange: Exchange;
  /** Number of exchanges that show it, if more than this one. */
  readonly exchanges?: number;
  /** Sandbox settings that give this answer, if any. */
  readonly settings?: Settings;
}

export interface JudgeTools {
  /**
   * The violations of a response body against the documented schema of its operation and status. Empty if no body is
   * documented. Cached per exchange.
   */
  validate(exchange: Exchange): readonly SchemaViolation[];
  /** The violations of a value against a named model, for example `("shop", "ErrorEnvelope")`. */
  validateModel(interfaceName: InterfaceName, model: string, value: unknown): readonly SchemaViolation[];
  /** Every location in the response body that holds a named model according to the OpenAPI documents. */
  instances(exchange: Exchange, model: string): readonly ModelInstance[];
}

export interface ModelInstance {
  readonly pointer: string;
  readonly value: unknown;
}

/**
 * Yields batches of calls, which may run in parallel, and receives their exchanges. Never uses the network itself. `Tag`
 * is what its calls are known by; a plan without tags fits into any other.
 */
export type Plan<Result = void, Tag = never> = Generator<readonly Call<Tag>[], Result, readonly Exchange[]>;

/** A plan of any check. */
export type AnyPlan<Result = void> = Plan<Result, unknown>;

/** What the configuration says about the target; undefined for keys that are not given. */
export interface PlanContext {
  readonly seed: number;
  /** Whether the run may change scratch records. */
  readonly allowWrites: boolean;
  readonly interfaces: readonly InterfaceName[];
  /** Whether the target is a sandbox whose control interface may be used. */
  readonly controlsSandbox?: boolean;
  /** Whether the target is the in-process sandbox: only there may a write name an undeclared record. */
  readonly isEmbedded?: boolean;
  /** Interfaces that run on this machine, so requests to them appear in no third party's logs. */
  readonly onThisMachine?: readonly InterfaceName[];
  /** The record or scratch value at a dotted path, for example `shop.records.orderId`. */
  setting(path: string): unknown;
  /** Whether a dotted path has a value, for example `shop.credentials.revokedApiKey`. */
  has(path: string): boolean;
  /** Whether a configured secret matches a pattern; plans never see the secret itself. */
  secretMatches(path: string, pattern: RegExp): boolean;
  /** Set if requests are scarce: plans ask the least that shows something of as much as possible. */
  readonly isScarce?: true;
  /**
   * The items a plan asks about: all of them if the run has many requests, else only `few`, chosen by the seed and in
   * order, so that runs with other seeds cover the rest.
   */
  sample<T>(items: readonly T[], few: number): readonly T[];
  /** The token of a finding (`Violation.replay`) to reproduce; the plan then asks for nothing else. */
  readonly replay?: string;
}

interface CheckCore {
  /** Kebab-case; also the name of its file. */
  readonly id: string;
  /** Ids of the facts in specs/facts.yaml that the check verifies. */
  readonly facts: readonly [string, ...string[]];
  /** Of its findings; an error by default. */
  readonly severity?: Severity;
  readonly title: string;
  readonly why: string;
}

/** Memory of a check for defects that only several exchanges show. */
export interface Sample {
  /**
   * Sees all exchanges of the check's interfaces in run order, including those the check does not apply to. Its
   * violations count like the check's own.
   */
  see(exchange: Exchange, tools: JudgeTools): Iterable<Violation> | void;
  /**
   * Called once at the end of every run, complete or not, for violations that only many exchanges together show, in any
   * order. They count like the check's own.
   */
  conclude?(): Iterable<Violation>;
  /** Called once at the end of a complete run. Its violations are warnings and change no verdict on a fact. */
  judge?(): Iterable<Violation>;
}

/** Judges every exchange of its interfaces, one at a time, regardless of who requested it. */
export interface PassiveCheck extends CheckCore {
  readonly effect: "passive";
  readonly interfaces: readonly InterfaceName[];
  /** Needs only request, status and headers, so that it also judges recorded answers without a body. */
  readonly headOnly?: true;
  /** Also judges requests that got no answer; others see only those with one. */
  readonly unanswered?: true;
  /** Compares answers to several callers, so the requested operations do not decide whether it judges anything. */
  readonly comparesCallers?: true;
  /** Why no exchange will show it, if that is known beforehand. */
  readonly unseen?: string;
  /** Whether the exchange is evidence on the fact; a fact passes only with such an exchange. */
  applies(exchange: Exchange, tools: JudgeTools): boolean;
  judge(exchange: Exchange, tools: JudgeTools): Iterable<Judgement>;
  /** Called for each run, and for each part of a recording. */
  sample?(): Sample;
}

/** Requests its own exchanges and judges them together. `Tag` is what its plan and its judge know an exchange by. */
export interface ActiveCheck<Tag = unknown> extends CheckCore {
  /**
   * `write` checks run one after another, and only where writes are allowed; `sandbox` checks run last, and only
   * against a sandbox whose clock they may move.
   */
  readonly effect: "read" | "write" | "sandbox";
  readonly interfaces: readonly InterfaceName[];
  /** Dotted config paths that the check requires; without them it is skipped, and the reason names them. */
  readonly needs: readonly string[];
  /** The facts that the plan can show with a configuration, if fewer than all; sends no request. */
  factsWith?(context: PlanContext): readonly string[];
  /**
   * With few requests the check takes turns with others instead of running every time; it has asked for everything
   * after about this many turns.
   */
  readonly turns?: number;
  /** Position among the checks of its effect, if it relies on what others have asked; before those without one. */
  readonly position?: number;
  plan(context: PlanContext): Plan<void, Tag>;
  judge(exchanges: readonly Exchange<Tag>[], tools: JudgeTools): Iterable<Judgement>;
  /**
   * Set if the check compares data that others may change between two answers: before a violation is reported, the
   * compared request is sent again, and it counts if this function says that both answers show the same. Only for
   * reads.
   */
  readonly looksAgain?: (first: Exchange, second: Exchange) => boolean;
  /** The judge examines each exchange by itself, so it also judges exchanges repeated later in the run. */
  readonly judgesEach?: true;
  /**
   * Random sequences that the run tries with the remaining budget once all plans are done. The judge is asked after
   * each step; a failing sequence is reported in its shortest form. It can fail a fact, but never removes a plan's
   * verdict.
   */
  readonly explore?: Exploration<Tag>;
}

export type Check<Tag = unknown> = PassiveCheck | ActiveCheck<Tag>;

/** Types a check without widening it. */
export const defineCheck = <const C extends Check<never>>(check: C): C => check;

/** Types a check whose plan and judge know their exchanges by a tag. */
export const defineTaggedCheck = <Tag>(check: ActiveCheck<Tag>): ActiveCheck<Tag> => check;

/** Requests one exchange within a plan: `const page = yield* send(call)`. */
export function* send<const Tag = never>(call: Call<Tag>): Plan<Exchange<Tag>, Tag> {
  const [exchange] = yield* sendAll([call]);
  if (exchange === undefined) throw new Error(`no exchange came back for ${call.label}`);
  return exchange;
}

/** Requests several exchanges at once; the results are in the order of the calls. */
export function* sendAll<const Tag = never>(
  calls: readonly Call<Tag>[],
): Plan<readonly Exchange<Tag>[], Tag> {
  // Each exchange holds the call that it answers.
  return (yield calls) as readonly Exchange<Tag>[];
}
