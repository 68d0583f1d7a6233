import { defineCheck, sendAll, type PlanContext } from "../model/check.ts";
import type { Call } from "../model/exchange.ts";
import { interfaceNames, type InterfaceName } from "../model/interface-name.ts";
import { notApplicable, statusOf, wrongStatus } from "./support/judgements.ts";
import { bearer, mainBearer, mainCredential, sampleCall } from "./support/sample-calls.ts";

/** A read of each interface that needs no record. */
const probes = { crm: "listContactMethodTypes", donation: "listDonors", volunteer: "listUsers" } as const;

const usable = (context: PlanContext): readonly InterfaceName[] =>
  interfaceNames.filter((name) => context.interfaces.includes(name) && context.has(mainCredential[name]));

const foreignCalls = (context: PlanContext): Call[] => {
  const names = usable(context);
  return names.flatMap((owner) =>
    names
      .filter((name) => name !== owner)
      .flatMap((name) => {
        const call = sampleCall(probes[name], context, bearer(mainCredential[owner]), `${owner} credential at ${name}`);
        return call === undefined ? [] : [{ ...call, asItComes: true }];
      }),
  );
};

const ownCalls = (context: PlanContext): Call[] =>
  usable(context).flatMap((name) => sampleCall(probes[name], context, mainBearer(name), `own ${name}`) ?? []);

export const credentialsAreNotInterchangeable = defineCheck({
  id: "credentials-are-not-interchangeable",
  facts: ["GEN-04"],
  effect: "read",
  severity: "error",
  interfaces: [],
  needs: [],
  title: "A credential of one interface is refused by the other two",
  why: "A leaked volunteer token must not open the donors' records.",
  *plan(context) {
    if (usable(context).length < 2) return;
    yield* sendAll([...ownCalls(context), ...foreignCalls(context)]);
  },
  *judge(exchanges) {
    const own = exchanges.filter(({ call }) => call?.label.startsWith("own ") === true);
    const foreign = exchanges.filter((exchange) => !own.includes(exchange));
    if (foreign.length === 0) return yield notApplicable("needs the main credentials of at least two interfaces");
    // A credential that opens nothing proves nothing by being refused.
    if (own.some((exchange) => statusOf(exchange) === 401))
      return yield notApplicable("a credential is refused by its own interface");
    for (const exchange of foreign) {
      const wrong = wrongStatus(exchange, [401], exchange.call?.label ?? "");
      if (wrong !== undefined) yield wrong;
    }
  },
});
