import {
  sendAll,
  type ActiveCheck,
  type Judgement,
  type PlanContext,
  type Violation,
} from "../../core/model/check.ts";
import { type Authorization, type Call, type Exchange, isSuccess } from "../../core/model/exchange.ts";
import type { OperationId } from "../../builtin/generated/operations.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import type { Cause } from "../../core/model/violation.ts";
import { notApplicable, wrongStatus } from "./judgements.ts";
import { fullCall, sampleCall, securedOperations } from "./sample-calls.ts";

/** A call that is meant to be refused, from which only refusals are learnt. */
export const toBeRefused = <const Tag = never>(call: Call<Tag>): Call<Tag> => ({
  ...call,
  expects: "refusal",
});

export interface Presented {
  /** Its name in a finding: `no credential`. */
  readonly name: string;
  readonly authorization: Authorization;
  /** Presented to every nth operation, chosen by the seed; to all by default. */
  readonly every?: number;
  /**
   * Presented with the full call of an operation, in addition to its ordinary one or instead of it; with one of the
   * two, in turn, by default.
   */
  readonly inFull?: "too" | "instead" | "by turns";
  /** Presented with an empty body too, which may be refused for that. */
  readonly isEmptied?: boolean;
  /** Its parts: presented one by one to an operation that does not refuse them together. */
  readonly parts?: readonly Presented[];
}

/** What a call presents, and with which call of its operation; or a call that is to be accepted. */
export type RefusalTag =
  | "accepted"
  | {
      readonly presented: string;
      readonly isTogether?: true;
      readonly isFull?: true;
      readonly isEmptied?: true;
    };

/** Several that must be refused, presented at once. */
export const allRefused = (
  name: string,
  authorization: Authorization,
  parts: readonly Presented[],
): Presented => ({ name: `${name}, together`, authorization, parts });

/** A success with several presented at once is reported; for any other answer the parts show which is meant. */
const isAlone = ({ call }: Exchange<RefusalTag>): boolean =>
  typeof call?.tag !== "object" || call.tag.isTogether !== true;

/** A call that must be refused, with the calls that show which part of it was not. */
export interface RefusedAttempt {
  readonly call: Call<RefusalTag>;
  readonly parts: readonly Call<RefusalTag>[];
}

export interface ExpectedRefusal {
  readonly id: string;
  readonly fact: string;
  /** The interfaces that the check needs; none if it finds out itself. */
  readonly interfaces: readonly BuiltinInterface[];
  readonly effect: "read" | "write";
  /** Dotted config paths that the check needs. */
  readonly needs?: readonly string[];
  readonly title: string;
  readonly why: string;
  /** Statuses that count as the stated refusal; `refusal` is any 4xx. */
  readonly expected: readonly number[] | "refusal";
  /** Statuses that count too if the record may be hidden from the caller. */
  readonly hidden?: readonly number[];
  attempts(context: PlanContext, effect: "read" | "write"): readonly RefusedAttempt[];
  /** Limit of calls if requests are scarce; 2 by default. */
  readonly few?: number;
  /** Accepted calls that go first, for example to catch a server that remembers its callers. */
  accepted?(context: PlanContext): readonly Call[];
  /** Why the refusals prove nothing after these answers to the accepted calls. */
  unproven?(accepted: readonly Exchange[]): string | undefined;
  /** Why there may be nothing to call. */
  readonly nothing?: string;
}

/** Limits of calls if requests are scarce. */
const fewCalls = 2;
const fewGrouped = 2;

const isAccepted = ({ call }: Exchange<RefusalTag>): boolean => call?.tag === "accepted";

/** Every nth of some operations, and at least one. */
const inTurn = (of: readonly OperationId[], every: number, turn: number): readonly OperationId[] =>
  of.filter((_, column) => (column + turn) % Math.min(every, of.length) === 0);

const emptiedOf = ({ call }: RefusedAttempt, { name }: Presented): RefusedAttempt => ({
  call: {
    ...call,
    body: { kind: "json", value: {} },
    label: `${call.label}, with an empty body`,
    tag: { presented: name, isEmptied: true },
  },
  parts: [],
});

/** Every operation of an interface that requires a credential, with everything that is presented. */
export const attemptsWith = (
  interfaceName: BuiltinInterface,
  effect: "read" | "write",
  presented: readonly Presented[],
  context: PlanContext,
): readonly RefusedAttempt[] => {
  const callOf = (
    operation: OperationId,
    { name, authorization, inFull, parts }: Presented,
    isFull: boolean,
  ): readonly Call<RefusalTag>[] => {
    const isBoth = isFull && inFull === "too";
    const label = `${operation} with ${name}${isBoth ? ", in full" : ""}`;
    const call = (isFull ? fullCall : sampleCall)(operation, context, authorization, label);
    if (call === undefined) return [];
    const together = parts === undefined ? {} : { isTogether: true as const };
    const inBoth = isBoth ? { isFull: true as const } : {};
    return [{ ...call, tag: { presented: name, ...together, ...inBoth } }];
  };
  const attemptsOf = (operation: OperationId, one: Presented, isFull: boolean): readonly RefusedAttempt[] =>
    callOf(operation, one, isFull).map((call) => ({
      call,
      parts: (one.parts ?? []).flatMap((part) => callOf(operation, part, isFull)),
    }));
  return presented.flatMap((one, row) =>
    inTurn(securedOperations(interfaceName, effect), one.every ?? 1, row + context.seed).flatMap(
      (operation, column) => {
        const [plain, whole] = [false, true].map((isFull) => attemptsOf(operation, one, isFull));
        const empty = one.isEmptied === true ? (plain ?? []).map((attempt) => emptiedOf(attempt, one)) : [];
        if (one.inFull === "too") return [...(plain ?? []), ...(whole ?? []), ...empty];
        const isWhole = one.inFull === "instead" || (row + column) % 2 === 1;
        return (isWhole && whole?.length === 1 ? whole : plain) ?? [];
      },
    ),
  );
};

/** A server treats one credential the same everywhere. */
export const refusalCause = (
  { operation = "unknown", call }: Exchange<RefusalTag>,
  { expected, actual }: Pick<Violation, "expected" | "actual">,
): Cause => {
  const presented = typeof call?.tag === "object" ? call.tag.presented : "a credential";
  return {
    what: `operations answer ${presented} with ${actual}, expected ${expected}`,
    item: operation,
  };
};

const wrongIn = (
  { expected, hidden = [] }: ExpectedRefusal,
  exchange: Exchange<RefusalTag>,
): Violation | undefined => {
  const { label = "", tag } = exchange.call ?? {};
  const { isFull, isEmptied } = typeof tag === "object" ? tag : {};
  const mayBeHidden = exchange.operation === "getContact" && isFull === true && expected !== "refusal";
  if (isEmptied === true) return wrongStatus(exchange, "refusal", label);
  return wrongStatus(exchange, mayBeHidden ? [...expected, ...hidden] : expected, label);
};

/** The most comprehensive call presents several at once, so if requests are scarce there is one of the others. */
const someOf = (
  attempts: readonly RefusedAttempt[],
  few: number,
  { sample }: PlanContext,
): readonly RefusedAttempt[] => {
  const grouped = attempts.filter(({ parts }) => parts.length > 0);
  const single = attempts.filter(({ parts }) => parts.length === 0);
  return grouped.length === 0 ? sample(single, few) : [...sample(grouped, fewGrouped), ...sample(single, 1)];
};

/** Calls without any credential, if one was presented at every other location: that refusal is readable. */
const plainly = (attempts: readonly RefusedAttempt[]): readonly Call<RefusalTag>[] =>
  attempts.flatMap(({ call: { authorization }, parts }) =>
    authorization.kind === "elsewhere" && authorization.header === undefined ? parts.slice(0, 1) : [],
  );

/** What a call presents to which operation. */
const keyOf = ({ operation, tag }: Call<RefusalTag>): string => JSON.stringify([operation, tag]);

/** An active check whose calls must be refused for their credential alone. */
export const refusalCheck = (of: ExpectedRefusal): ActiveCheck<RefusalTag> => ({
  id: of.id,
  facts: [of.fact],
  effect: of.effect,
  interfaces: of.interfaces,
  needs: of.needs ?? [],
  judgesEach: true,
  title: of.title,
  why: of.why,
  *plan(context) {
    const attempts = of.attempts(context, of.effect);
    if (attempts.length === 0) return;
    const accepted = of.accepted?.(context) ?? [];
    yield* sendAll(
      accepted.map((call) => ({ ...call, label: `accepted: ${call.label}`, tag: "accepted" as const })),
    );
    const chosen = someOf(attempts, of.few ?? fewCalls, context);
    const exchanges = yield* sendAll(chosen.map(({ call }) => toBeRefused(call)));
    const suspicious = exchanges.flatMap((exchange, index) =>
      wrongIn(of, exchange) === undefined ? [] : (chosen[index]?.parts ?? []),
    );
    const asked = new Set(chosen.map(({ call }) => keyOf(call)));
    const parts = [...plainly(chosen), ...suspicious].filter((call) => !asked.has(keyOf(call)));
    yield* sendAll([...new Map(parts.map((call) => [keyOf(call), toBeRefused(call)])).values()]);
  },
  *judge(exchanges): Generator<Judgement> {
    const refused = exchanges.filter((exchange) => !isAccepted(exchange));
    const unproven =
      refused.length === 0
        ? (of.nothing ?? "no operation can be called with this configuration")
        : of.unproven?.(exchanges.filter(isAccepted));
    if (unproven !== undefined) return yield notApplicable(unproven);
    const [alone, atOnce] = [
      refused.filter(isAlone),
      refused.filter((one) => !isAlone(one) && isSuccess(one)),
    ];
    for (const exchange of [...alone, ...atOnce]) {
      const wrong = wrongIn(of, exchange);
      if (wrong !== undefined) yield { ...wrong, cause: refusalCause(exchange, wrong) };
    }
  },
});
