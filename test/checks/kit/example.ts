import type { OperationId } from "../../../src/builtin/generated/operations.ts";
import type { BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import type { Severity } from "../../../src/core/model/check.ts";
import type { Method } from "../../../src/core/model/operation.ts";

/** What a target answers. */
export interface AnswerExample {
  /** 200 by default. */
  readonly status?: number;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON; there is no body without it. */
  readonly body?: unknown;
  /** A body that is no JSON. */
  readonly text?: string;
  /** Another value at a JSON pointer into the body; `undefined` leaves it out, `/-` at the end appends to a list. */
  readonly [pointer: `/${string}`]: unknown;
}

export const pointersOf = (answer: object): readonly `/${string}`[] =>
  Object.keys(answer).filter((key): key is `/${string}` => key.startsWith("/"));

/** What a passive check looks at: one exchange. */
export interface ExchangeExample extends AnswerExample {
  /** The documented operation, which gives interface, method and path unless they are stated. */
  readonly operation?: OperationId;
  /** Where there is no operation. */
  readonly interface?: BuiltinInterface;
  readonly method?: Method;
  /** Below the interface's base address, with its query. */
  readonly path?: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly requestBody?: unknown;
  /** The dotted path of the credential that was presented in its own form, or `none`; without it, nobody knows who asked. */
  readonly credential?: string;
  /** What the run was answered before, where the check remembers it. */
  readonly after?: readonly ExchangeExample[];
}

/** An answer, or its status alone. */
export type Answer = AnswerExample | number;

/** Answers by the label of the call, else by its operation, else by `*`; of a list one after the other. */
export type Answers = Readonly<Record<string, Answer | readonly Answer[]>>;

/** What an active check looks at: a target that answers what its plan asks. */
export interface ConversationExample {
  /** By dotted path, beside or in place of those of settings.ts; `undefined` for one that is not configured. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The seed by which the plan samples what it asks; without one it asks everything, so that no new operation changes what it asks. */
  readonly seed?: number;
  /** The sequence that an exploring check asks for, as its text. */
  readonly replay?: string;
  /** Not the sandbox in this process, of which a plan takes more for granted. */
  readonly isLive?: true;
  /** Operations that the target does not serve: a run shows their exchanges to no judge. */
  readonly notServed?: readonly OperationId[];
  readonly answers: Answers;
}

/** What is wrong with a fail, behind the fact that must be blamed, and where in the answer's body. */
type Blamed = `${string}-${number}: ${string}` | `${string}-${number} /${string}: ${string}`;

/**
 * Cases of a check, as data. A fail, or the breach of an assumption, is the pass with what it states in place of it: an
 * answer is laid over the answer to the same call. Without a JSON pointer in its key, a fail is blamed where a passive
 * check's example has its only other value, or on the whole body.
 */
export interface Examples<Example> {
  readonly pass: Example;
  /** Further passes, whole. */
  readonly alsoPasses?: readonly Example[];
  /**
   * What the check could take for granted, and does not: never blamed. The example is of a conformant target for which
   * it does not hold. The check must judge it unless `isUnjudged` says that it does not apply.
   */
  readonly otherwise: Readonly<Record<string, Example & { readonly isUnjudged?: true }>>;
  /**
   * `says` is the finding's message, where what it shows of the answer is held too; `severity` is the finding's, where it
   * is not the check's own.
   */
  readonly fails: Readonly<
    Record<Blamed, Example & { readonly says?: string; readonly severity?: Severity }>
  >;
}

export type PassiveExamples = Examples<ExchangeExample>;
/** A conversation of which nothing but the answers is stated is its answers. */
export type ActiveExamples = Examples<ConversationExample | Answers>;

/** The examples of a family, by the id of each check. */
export type Family<One extends PassiveExamples | ActiveExamples> = Readonly<Record<string, One>>;
