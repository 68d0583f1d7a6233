import type { OperationId } from "../../../src/contract/generated/operations.ts";
import type { InterfaceName } from "../../../src/contract/interface-name.ts";
import type { Method } from "../../../src/harness/model/operation.ts";

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
  /** The body with other values at JSON pointers; `undefined` leaves one out, `-` appends to a list. */
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** What a passive check looks at: one exchange. */
export interface ExchangeExample extends AnswerExample {
  /** The documented operation, which gives interface, method and path unless they are stated. */
  readonly operation?: OperationId;
  /** Where there is no operation. */
  readonly interface?: InterfaceName;
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

/** Answers by the label of the call, else by its operation, else by `*`; of a list one after the other. */
export type Answers = Readonly<Record<string, AnswerExample | readonly AnswerExample[]>>;

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
  readonly answers: Answers;
}

interface Blame {
  /** What is wrong with it. */
  readonly what: string;
  /** The fact that must be blamed. */
  readonly blames: string;
  /** Where, as a JSON pointer into the answer's body; the whole of it by default. */
  readonly pointer?: string;
  /** The finding's message, where what it shows of the answer is held too. */
  readonly says?: string;
}

/** What a check takes for granted where it blames; the example is of a conformant target for which it does not hold. */
interface Assumption {
  readonly assumes: string;
  /** The check does not apply to the example. Without it, the check must judge the example. */
  readonly isUnjudged?: true;
}

/**
 * Cases of a check, as data. A fail, or the breach of an assumption, is the first pass with what it states in place of
 * it: an answer is laid over the answer to the same call, `changes` over its body.
 */
export interface Examples<Example> {
  readonly passes: readonly [Example, ...Example[]];
  /** What the check could take for granted, and does not: never blamed. */
  readonly otherwise: readonly (Example & Assumption)[];
  readonly fails: readonly [Example & Blame, ...(Example & Blame)[]];
}

export type PassiveExamples = Examples<ExchangeExample>;
export type ActiveExamples = Examples<ConversationExample>;
