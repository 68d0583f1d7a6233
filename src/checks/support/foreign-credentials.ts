import { sendAll, type ActiveCheck, type Judgement, type PlanContext } from "../../model/check.ts";
import type { Call } from "../../model/exchange.ts";
import { interfaceNames, type InterfaceName } from "../../model/interface-name.ts";
import { notApplicable, statusOf, wrongStatus } from "./judgements.ts";
import { bearer, mainBearer, mainCredential, sampleCall, securedOperations } from "./sample-calls.ts";

export interface ForeignCredentials {
  readonly id: string;
  readonly effect: "read" | "write";
  readonly title: string;
  readonly why: string;
}

/** A read of each interface that needs no record, by which a credential is seen to be good for something. */
const probes = { crm: "listContactMethodTypes", donation: "listDonors", volunteer: "listUsers" } as const;

/** How many of the foreign calls are made where requests are scarce. */
const fewCalls = 4;

const usable = (context: PlanContext): readonly InterfaceName[] =>
  interfaceNames.filter((name) => context.interfaces.includes(name) && context.has(mainCredential[name]));

const own = (name: InterfaceName): string => `own ${name}`;

const ownCalls = (context: PlanContext, names: readonly InterfaceName[]): Call[] =>
  names.flatMap((name) => sampleCall(probes[name], context, mainBearer(name), own(name)) ?? []);

const foreignCalls = (
  context: PlanContext,
  names: readonly InterfaceName[],
  effect: ForeignCredentials["effect"],
): Call[] =>
  names.flatMap((owner) =>
    names
      .filter((name) => name !== owner)
      .flatMap((name) => securedOperations(name, effect))
      .flatMap((operation) => {
        const label = `${operation} with a ${owner} credential`;
        const call = sampleCall(operation, context, bearer(mainCredential[owner]), label);
        return call === undefined ? [] : [call];
      }),
  );

/** Presents the main credential of each interface to every operation of the other two (GEN-04). */
export const foreignCredentials = (of: ForeignCredentials): ActiveCheck => ({
  ...of,
  facts: ["GEN-04"],
  severity: "error",
  interfaces: [],
  needs: [],
  *plan(context) {
    const names = usable(context);
    if (names.length < 2) return;
    yield* sendAll(ownCalls(context, names));
    yield* sendAll(context.sample(foreignCalls(context, names, of.effect), fewCalls));
  },
  *judge(exchanges): Generator<Judgement> {
    const isOwn = ({ call }: (typeof exchanges)[number]): boolean => call?.label.startsWith("own ") === true;
    if (exchanges.every(isOwn))
      return yield notApplicable("needs the main credentials of at least two interfaces");
    // A credential that opens nothing proves nothing by being refused.
    if (exchanges.some((exchange) => isOwn(exchange) && statusOf(exchange) === 401))
      return yield notApplicable("a credential is refused by its own interface");
    for (const exchange of exchanges) {
      const wrong = isOwn(exchange) ? undefined : wrongStatus(exchange, [401], exchange.call?.label ?? "");
      if (wrong !== undefined) yield wrong;
    }
  },
});
