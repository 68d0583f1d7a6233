import {
  sendAll,
  type ActiveCheck,
  type Judgement,
  type PlanContext,
  type Violation,
} from "../../harness/model/check.ts";
import type { Authorization, Call, Exchange } from "../../harness/model/exchange.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import type { Cause } from "../../harness/model/violation.ts";
import { notApplicable, wrongStatus } from "./judgements.ts";
import { sampleCall, securedOperations } from "./sample-calls.ts";

/** A call that is made to be refused, from which nothing but refusals is learnt. */
export const toBeRefused = (call: Call): Call => ({ ...call, expects: "refusal" });

export interface Presented {
  /** What is presented, as it reads in a finding: `no credential`. */
  readonly name: string;
  readonly authorization: Authorization;
  /** Presented to every other operation, which ones by the seed; to all of them by default. */
  readonly byTurns?: true;
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
  /** The calls that must be refused. */
  calls(context: PlanContext, effect: "read" | "write"): readonly Call[];
  /** How many of the calls are made where requests are scarce; 4 by default. */
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

/** Every operation of an interface that asks for a credential, called with everything that is presented. */
export const callsWith = (
  interfaceName: InterfaceName,
  effect: "read" | "write",
  presented: readonly Presented[],
  context: PlanContext,
): readonly Call[] =>
  presented.flatMap(({ name, authorization, byTurns }, row) =>
    securedOperations(interfaceName, effect)
      .filter((_, column) => byTurns !== true || (row + column + context.seed) % 2 === 0)
      .flatMap(
        (operation) => sampleCall(operation, context, authorization, `${operation} with ${name}`) ?? [],
      ),
  );

/** One server refuses one credential alike everywhere. */
const causeOf = (
  label: string,
  { operation = "unknown" }: Exchange,
  { expected, actual }: Violation,
): Cause => {
  const presented = label.startsWith(`${operation} with `) ? label.slice(operation.length + 6) : label;
  return {
    what: `operations answer ${presented} with ${actual} where ${expected} is stated`,
    item: operation,
  };
};

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
    const calls = of.calls(context, of.effect);
    if (calls.length === 0) return;
    const accepted = of.accepted?.(context) ?? [];
    yield* sendAll(accepted.map((call) => ({ ...call, label: `${acceptedPrefix}${call.label}` })));
    yield* sendAll(context.sample(calls, of.few ?? fewCalls).map(toBeRefused));
  },
  *judge(exchanges): Generator<Judgement> {
    const refused = exchanges.filter((exchange) => !isAccepted(exchange));
    const unproven =
      refused.length === 0
        ? (of.nothing ?? "no operation can be called with this configuration")
        : of.unproven?.(exchanges.filter(isAccepted));
    if (unproven !== undefined) return yield notApplicable(unproven);
    for (const exchange of refused) {
      const label = exchange.call?.label ?? "";
      const wrong = wrongStatus(exchange, of.expected, label);
      if (wrong !== undefined) yield { ...wrong, cause: causeOf(label, exchange, wrong) };
    }
  },
});
