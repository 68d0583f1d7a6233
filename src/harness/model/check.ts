import type { Call, Exchange } from "./exchange.ts";
import type { Exploration } from "./exploration.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { Settings } from "./settings.ts";
import type { Cause, Rule, SchemaViolation } from "./violation.ts";

export type Severity = "error" | "warning" | "info";

/** From the gravest. */
export const severities: readonly Severity[] = ["error", "warning", "info"];

/** What a judge says of the exchanges it was given. A judge that yields nothing has found nothing wrong. */
export type Judgement = Violation | NotApplicable | Observation;

export interface Violation {
  readonly kind: "violation";
  /** One of the check's facts; may be left out when the check has only one. */
  readonly fact?: string;
  /** The check's own by default. */
  readonly severity?: Severity;
  readonly rule: Rule;
  readonly message: string;
  /** Left out where the violation is a defect of its own, or at other locations the same one. */
  readonly cause?: Cause;
  /** The exchange that shows it; further ones may be named as evidence. */
  readonly exchange: Exchange;
  readonly also?: readonly Exchange[];
  /** JSON pointer into the response body; empty for the whole. */
  readonly pointer?: string;
  /** Shapes or values that the specification itself lists, never a customer's value. */
  readonly expected: string;
  readonly actual: string;
  /** Any text without a value by which the plan can ask for this alone again; see `PlanContext.replay`. */
  readonly replay?: string;
  /** Set by the runner: only this and earlier exchanges of the run together show it. */
  readonly ofRun?: true;
}

/** Says that a fact (or, without one, every fact of the check) cannot be judged by these exchanges. */
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
  /** How many exchanges show it, where it is more than this one. */
  readonly exchanges?: number;
  /** As settings of a sandbox that answers the question in this way, where there are any. */
  readonly settings?: Settings;
}

export interface JudgeTools {
  /**
   * The violations of an exchange's response body against the documented schema of its operation and status.
   * Empty when no body is stated. Computed once per exchange.
   */
  validate(exchange: Exchange): readonly SchemaViolation[];
  /** The violations of a value against a named model, for example `("shop", "ErrorEnvelope")`. */
  validateModel(interfaceName: InterfaceName, model: string, value: unknown): readonly SchemaViolation[];
  /** Every location in the response body that holds a named model, as the OpenAPI documents say. */
  instances(exchange: Exchange, model: string): readonly ModelInstance[];
}

export interface ModelInstance {
  readonly pointer: string;
  readonly value: unknown;
}

/** Asks for exchanges a batch at a time; each batch may run in parallel. Never touches the network itself. */
export type Plan<Result = void> = Generator<readonly Call[], Result, readonly Exchange[]>;

/** What the configuration says of the target. Undefined wherever a key was not given. */
export interface PlanContext {
  readonly seed: number;
  /** Whether the run may change scratch records. */
  readonly allowWrites: boolean;
  readonly interfaces: readonly InterfaceName[];
  /** Whether the target is a sandbox whose control interface may be used. */
  readonly controlsSandbox?: boolean;
  /** Whether the target is the sandbox in this process: only there a write may name a record that nobody has declared. */
  readonly isEmbedded?: boolean;
  /** The interfaces that are on this machine: no log of anybody else can hold what they are sent. */
  readonly onThisMachine?: readonly InterfaceName[];
  /** The record or scratch value at a dotted path, for example `shop.records.orderId`. */
  setting(path: string): unknown;
  /** Whether there is a value at a dotted path, for example `shop.credentials.revokedApiKey`. */
  has(path: string): boolean;
  /** Whether a configured secret matches a pattern; the secret itself stays out of a plan's sight. */
  secretMatches(path: string, pattern: RegExp): boolean;
  /**
   * What a plan asks about: all of it where the run may make many requests, else only `few` of it, in order and
   * chosen by the seed, so that runs with other seeds see the rest.
   */
  sample<T>(items: readonly T[], few: number): readonly T[];
  /** What the check itself has put into a finding (`Violation.replay`) that is to be asked for again, and nothing else. */
  readonly replay?: string;
}

interface CheckCore {
  /** Kebab-case; also the name of its file. */
  readonly id: string;
  /** Ids of specs/facts.yaml that the check holds a target to. */
  readonly facts: readonly [string, ...string[]];
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
}

/** What a check remembers of the exchanges of a run, where only several of them show it. */
export interface Sample {
  /**
   * Sees all exchanges of the check's interfaces in the order of the run, also those that the check does not apply to.
   * What it yields counts like what the check itself yields.
   */
  see(exchange: Exchange, tools: JudgeTools): Iterable<Violation> | void;
  /**
   * Asked once, at the end of a run, however it ended: what only many exchanges together show, in whatever order they
   * came. What it yields counts like what the check itself yields.
   */
  conclude?(): Iterable<Violation>;
  /** Asked once, at the end of a run that was not cut short. Changes no verdict on a fact: it is a warning. */
  judge?(): Iterable<Violation>;
}

/** Judges every exchange of its interfaces, one at a time, whoever asked for it. */
export interface PassiveCheck extends CheckCore {
  readonly effect: "passive";
  readonly interfaces: readonly InterfaceName[];
  /** Has something to say by request, status and headers alone: also judges a recorded answer without its body. */
  readonly headOnly?: true;
  /** Compares what several callers were answered: which operations are asked does not say whether it judges anything. */
  readonly comparesCallers?: true;
  /** Whether the exchange shows anything of the fact; a fact is passed only when one did. */
  applies(exchange: Exchange, tools: JudgeTools): boolean;
  judge(exchange: Exchange, tools: JudgeTools): Iterable<Judgement>;
  /** A new one for each run, and for each part of a recording. */
  sample?(): Sample;
}

/** Asks for exchanges of its own and judges them together. */
export interface ActiveCheck extends CheckCore {
  /**
   * `write` checks run one after another and only where writes are allowed; `sandbox` checks come last and only
   * where there is a sandbox whose clock they may move.
   */
  readonly effect: "read" | "write" | "sandbox";
  readonly interfaces: readonly InterfaceName[];
  /** Dotted config paths without which the check is skipped, each named in the reason. */
  readonly needs: readonly string[];
  /** Which of its facts the plan can show with a configuration, where these may be fewer than all; needs no answer. */
  factsWith?(context: PlanContext): readonly string[];
  /**
   * Where requests are scarce the check is not asked in every run: it takes turns with others, and has asked for
   * everything after about so many.
   */
  readonly turns?: number;
  plan(context: PlanContext): Plan;
  judge(exchanges: readonly Exchange[], tools: JudgeTools): Iterable<Judgement>;
  /**
   * Compares what records show that others may change between two answers: whatever its violations compare is asked
   * once more before it is blamed, and counts if this says that both answers show the same. Only for reads.
   */
  readonly looksAgain?: (first: Exchange, second: Exchange) => boolean;
  /** The judge looks at each exchange by itself: it is asked about one that is repeated later in the run, too. */
  readonly judgesEach?: true;
  /**
   * What the run tries in sequences that it draws, once all plans are done and with what is left of the budget. The
   * judge is asked after each step; the sequence that fails is reported as short as it can be made. It can fail a
   * fact, and never takes the verdict of a plan away.
   */
  readonly explore?: Exploration;
}

export type Check = PassiveCheck | ActiveCheck;

/** Types a check without widening it. */
export const defineCheck = <const C extends Check>(check: C): C => check;

/** Asks for one exchange within a plan: `const page = yield* send(call)`. */
export function* send(call: Call): Plan<Exchange> {
  const [exchange] = yield [call];
  if (exchange === undefined) throw new Error(`no exchange came back for ${call.label}`);
  return exchange;
}

/** Asks for several exchanges at once, in the order of the calls. */
export function* sendAll(calls: readonly Call[]): Plan<readonly Exchange[]> {
  return yield calls;
}
