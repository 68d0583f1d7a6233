import {
  sendAll,
  type ActiveCheck,
  type Judgement,
  type PlanContext,
  type Violation,
} from "../../harness/model/check.ts";
import { type Authorization, type Call, type Exchange, isSuccess } from "../../harness/model/exchange.ts";
import type { OperationId } from "../../contract/generated/operations.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import type { Cause } from "../../harness/model/violation.ts";
import { notApplicable, wrongStatus } from "./judgements.ts";
import { fullCall, sampleCall, securedOperations } from "./sample-calls.ts";

/** A call that is made to be refused, from which nothing but refusals is learnt. */
export const toBeRefused = (call: Call): Call => ({ ...call, expects: "refusal" });

export interface Presented {
  /** What is presented, as it reads in a finding: `no credential`. */
  readonly name: string;
  readonly authorization: Authorization;
  /** Presented to every so-manieth operation, which ones by the seed; to all of them by default. */
  readonly every?: number;
  /**
   * Presented to the full call of an operation, beside its ordinary one or in place of it; to one of the two, from
   * operation to operation, by default.
   */
  readonly inFull?: "too" | "instead" | "by turns";
  /** Presented with a body of nothing as well, which may be refused for that. */
  readonly isEmptied?: boolean;
  /** What it is made of: presented one by one to an operation that does not refuse all of it at once. */
  readonly parts?: readonly Presented[];
}

const together = ", together";

/** Several that must be refused, presented at once. */
export const allOf = (
  name: string,
  authorization: Authorization,
  parts: readonly Presented[],
): Presented => ({ name: `${name}${together}`, authorization, parts });

/** Of what is presented at once a success is enough to be reported; of anything else its parts show which is meant. */
const isAlone = ({ call }: Exchange): boolean => call?.label.endsWith(together) !== true;

/** A call that must be refused, with the calls that show which part of it was not. */
export interface Attempt {
  readonly call: Call;
  readonly parts: readonly Call[];
}

export interface Refusal {
  readonly id: string;
  readonly fact: string;
  /** The interfaces without which the check cannot run; none when it finds out itself which there are. */
  readonly interfaces: readonly InterfaceName[];
  readonly effect: "read" | "write";
  /** Dotted config paths without which the check cannot run. */
  readonly needs?: readonly string[];
  readonly title: string;
  readonly why: string;
  /** Statuses that count as the stated refusal; `refusal` is any 4xx. */
  readonly expected: readonly number[] | "refusal";
  /** Those that count as well where the record that is asked for may be hidden from the caller. */
  readonly hidden?: readonly number[];
  /** What must be refused. */
  attempts(context: PlanContext, effect: "read" | "write"): readonly Attempt[];
  /** How many of them are made where requests are scarce; 4 by default. */
  readonly few?: number;
  /** Accepted calls that go before, for example so that a server which remembers its callers is caught. */
  accepted?(context: PlanContext): readonly Call[];
  /** Why the refusals prove nothing after such answers to the accepted calls. */
  unproven?(accepted: readonly Exchange[]): string | undefined;
  /** Why there may be nothing to call. */
  readonly nothing?: string;
}

/** How many of the calls are made where requests are scarce. */
const fewCalls = 4;

const acceptedPrefix = "accepted: ";

const isAccepted = ({ call }: Exchange): boolean => call?.label.startsWith(acceptedPrefix) === true;

/** Every so-manieth of some operations, and at least one. */
const inTurn = (of: readonly OperationId[], every: number, turn: number): readonly OperationId[] =>
  of.filter((_, column) => (column + turn) % Math.min(every, of.length) === 0);

const full = ", in full";

const emptied = ", with an empty body";

/** The same call with a body of nothing. */
const emptiedOf = ({ call }: Attempt): Attempt => ({
  call: { ...call, body: { kind: "json", value: {} }, label: `${call.label}${emptied}` },
  parts: [],
});

/** Every operation of an interface that asks for a credential, called with everything that is presented. */
export const attemptsWith = (
  interfaceName: InterfaceName,
  effect: "read" | "write",
  presented: readonly Presented[],
  context: PlanContext,
): readonly Attempt[] => {
  const callOf = (
    operation: OperationId,
    { name, authorization, inFull }: Presented,
    isFull: boolean,
  ): readonly Call[] => {
    const label = `${operation} with ${name}${isFull && inFull === "too" ? full : ""}`;
    const call = (isFull ? fullCall : sampleCall)(operation, context, authorization, label);
    return call === undefined ? [] : [call];
  };
  const attemptsOf = (operation: OperationId, one: Presented, isFull: boolean): readonly Attempt[] =>
    callOf(operation, one, isFull).map((call) => ({
      call,
      parts: (one.parts ?? []).flatMap((part) => callOf(operation, part, isFull)),
    }));
  return presented.flatMap((one, row) =>
    inTurn(securedOperations(interfaceName, effect), one.every ?? 1, row + context.seed).flatMap(
      (operation, column) => {
        const [plain, whole] = [false, true].map((isFull) => attemptsOf(operation, one, isFull));
        const empty = one.isEmptied === true ? (plain ?? []).map(emptiedOf) : [];
        if (one.inFull === "too") return [...(plain ?? []), ...(whole ?? []), ...empty];
        const isWhole = one.inFull === "instead" || (row + column) % 2 === 1;
        return (isWhole && whole?.length === 1 ? whole : plain) ?? [];
      },
    ),
  );
};

/** One server refuses one credential alike everywhere. */
const causeOf = (
  label: string,
  { operation = "unknown" }: Exchange,
  { expected, actual }: Violation,
): Cause => {
  const presented = (label.startsWith(`${operation} with `) ? label.slice(operation.length + 6) : label)
    .replace(full, "")
    .replace(emptied, "");
  return {
    what: `operations answer ${presented} with ${actual} where ${expected} is stated`,
    item: operation,
  };
};

/** How an answer differs from the stated refusal. */
const wrongIn = ({ expected, hidden = [] }: Refusal, exchange: Exchange): Violation | undefined => {
  const label = exchange.call?.label ?? "";
  const mayBeHidden = exchange.operation === "getContact" && label.endsWith(full) && expected !== "refusal";
  if (label.endsWith(emptied)) return wrongStatus(exchange, "refusal", label);
  return wrongStatus(exchange, mayBeHidden ? [...expected, ...hidden] : expected, label);
};

/** Of what is presented at once one call says most, so where requests are scarce there is one of anything else. */
const someOf = (attempts: readonly Attempt[], few: number, { sample }: PlanContext): readonly Attempt[] => {
  const grouped = attempts.filter(({ parts }) => parts.length > 0);
  const single = attempts.filter(({ parts }) => parts.length === 0);
  return grouped.length === 0 ? sample(single, few) : [...sample(grouped, few - 1), ...sample(single, 1)];
};

/** No credential at all, where one was shown in every place but its own: that refusal can be read. */
const plainly = (attempts: readonly Attempt[]): readonly Call[] =>
  attempts.flatMap(({ call: { authorization }, parts }) =>
    authorization.kind === "elsewhere" && authorization.header === undefined ? parts.slice(0, 1) : [],
  );

/** An active check that makes calls which must be refused, each for its credential alone. */
export const refusalCheck = (of: Refusal): ActiveCheck => ({
  id: of.id,
  facts: [of.fact],
  effect: of.effect,
  severity: "error",
  interfaces: of.interfaces,
  needs: of.needs ?? [],
  judgesEach: true,
  title: of.title,
  why: of.why,
  *plan(context) {
    const attempts = of.attempts(context, of.effect);
    if (attempts.length === 0) return;
    const accepted = of.accepted?.(context) ?? [];
    yield* sendAll(accepted.map((call) => ({ ...call, label: `${acceptedPrefix}${call.label}` })));
    const chosen = someOf(attempts, of.few ?? fewCalls, context);
    const exchanges = yield* sendAll(chosen.map(({ call }) => toBeRefused(call)));
    const suspicious = exchanges.flatMap((exchange, index) =>
      wrongIn(of, exchange) === undefined ? [] : (chosen[index]?.parts ?? []),
    );
    const asked = new Set(chosen.map(({ call }) => call.label));
    const parts = [...plainly(chosen), ...suspicious].filter(({ label }) => !asked.has(label));
    yield* sendAll([...new Map(parts.map((call) => [call.label, toBeRefused(call)])).values()]);
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
      if (wrong !== undefined)
        yield { ...wrong, cause: causeOf(exchange.call?.label ?? "", exchange, wrong) };
    }
  },
});
