import { send, sendAll, type ActiveCheck, type Judgement, type PlanContext } from "../../model/check.ts";
import type { Authorization, Call } from "../../model/exchange.ts";
import type { InterfaceName } from "../../model/interface-name.ts";
import { configured } from "../../model/secret.ts";
import { notApplicable, wrongStatus } from "./judgements.ts";
import { bearer, sampleCall, securedOperations } from "./sample-calls.ts";

export interface Presented {
  /** What is presented, as it reads in a finding: `no credential`. */
  readonly name: string;
  readonly authorization: Authorization;
}

/**
 * A credential that must be refused, behind the stated scheme and behind one in small letters: HTTP's schemes have no
 * case, and a server that reads them so must not forget to ask about the credential.
 */
export const inEitherCase = (name: string, credential: string): readonly Presented[] => [
  { name, authorization: bearer(credential) },
  {
    name: `${name} behind bearer in small letters`,
    authorization: { kind: "secret", secret: configured(credential), prefix: "bearer " },
  },
];

export interface RefusalCheck {
  readonly id: string;
  readonly facts: readonly [string, ...string[]];
  readonly interface: InterfaceName;
  readonly effect: "read" | "write";
  readonly needs?: readonly string[];
  /** Operations that answer otherwise by their own rules. */
  readonly except?: readonly string[];
  readonly title: string;
  readonly why: string;
  /** Statuses that count as the stated refusal. */
  readonly expected: readonly number[] | "refusal";
  presented(context: PlanContext): readonly Presented[];
  /** How many of the calls are made where requests are scarce; 5 by default. */
  readonly few?: number;
  /** An accepted call that goes before, so that a server which remembers its callers is caught at it. */
  readonly after?: (context: PlanContext) => Call | undefined;
}

/** How many of the calls are made where requests are scarce. */
const fewCalls = 4;

const before = "accepted before";

const callsOf = (of: RefusalCheck, context: PlanContext): Call[] =>
  of.presented(context).flatMap(({ name, authorization }) =>
    securedOperations(of.interface, of.effect).flatMap((operation) => {
      if (of.except?.includes(operation) === true) return [];
      const call = sampleCall(operation, context, authorization, `${operation} with ${name}`);
      return call === undefined ? [] : [call];
    }),
  );

/** An active check that presents what must be refused to every operation that asks for a credential. */
export const refusalCheck = (of: RefusalCheck): ActiveCheck => ({
  id: of.id,
  facts: of.facts,
  effect: of.effect,
  severity: "error",
  interfaces: [of.interface],
  needs: of.needs ?? [],
  title: of.title,
  why: of.why,
  *plan(context) {
    const accepted = of.after?.(context);
    if (accepted !== undefined) yield* send({ ...accepted, label: before, fresh: true });
    yield* sendAll(context.sample(callsOf(of, context), of.few ?? fewCalls));
  },
  *judge(all): Generator<Judgement> {
    const exchanges = all.filter(({ call }) => call?.label !== before);
    if (exchanges.length === 0)
      return yield notApplicable("no operation can be called with this configuration");
    for (const exchange of exchanges) {
      const wrong = wrongStatus(exchange, of.expected, exchange.call?.label ?? "");
      if (wrong !== undefined) yield wrong;
    }
  },
});
