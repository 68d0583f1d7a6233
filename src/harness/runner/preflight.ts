import { type Plan, sendAll } from "../model/check.ts";
import { type Contract, describedAs } from "../model/contract.ts";
import { type Call, type Exchange, responseOf } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Operation } from "../model/operation.ts";
import { configured, refusedCredential } from "../model/secret.ts";
import type { Execution } from "./execute.ts";
import type { Target } from "./target.ts";

/** The names of the parameters in a path. */
const parametersIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);

/** The reads of an interface that a target serves, those that need no record first. */
const readsOf = (
  { operations }: PreflightContract,
  name: InterfaceName,
  target: Target,
): readonly Operation[] => {
  const declared = target.setting(`${name}.operations`);
  return Object.values(operations)
    .filter(
      (one) =>
        one.interface === name && one.method === "GET" && one.effect === "read" && one.security === "bearer",
    )
    .filter(({ id }) => !Array.isArray(declared) || declared.includes(id))
    .toSorted((one, other) => parametersIn(one.path).length - parametersIn(other.path).length);
};

/** A read with the main credential. No record has the id 0: whatever else is answered, the credential was not refused. */
const probeOf = (operation: Operation, mainCredential: string): Call => ({
  operation: operation.id,
  path: Object.fromEntries(parametersIn(operation.path).map((name) => [name, "0"])),
  authorization: { kind: "secret", secret: configured(mainCredential), prefix: "Bearer " },
  label: `${operation.interface}: the main credential`,
});

/**
 * What a live target is asked before the plans, for each main credential: one read, and a second one where the first
 * is refused, since an endpoint that refuses everybody is a mistake of the provider. The embedded sandbox is not asked.
 */
export const credentialProbes = (contract: PreflightContract, target: Target): readonly (readonly Call[])[] =>
  (target.kind === "live" ? target.interfaces : []).flatMap((name) => {
    const { mainCredential } = describedAs(contract, name);
    if (!target.has(mainCredential)) return [];
    const reads = readsOf(contract, name, target).slice(0, 2);
    return reads.length === 0 ? [] : [reads.map((operation) => probeOf(operation, mainCredential))];
  });

type PreflightContract = Pick<Contract, "operations" | "described">;

/**
 * The interfaces that refuse their main credential, each with what to do: nothing that such an interface answers says
 * anything of its provider.
 */
export const refusedCredentials = async (
  probes: readonly (readonly Call[])[],
  { contract, target }: { readonly contract: PreflightContract; readonly target: Target },
  execute: (start: () => Plan) => Promise<Execution>,
): Promise<ReadonlyMap<InterfaceName, string>> => {
  const refused: InterfaceName[] = [];
  await execute(function* () {
    const first = yield* sendAll(probes.flatMap(([call]) => call ?? []));
    const again = probes
      .filter((_, index) => isRefusal(first[index]))
      .flatMap(([call, other]) => other ?? call ?? []);
    refused.push(...(yield* sendAll(again)).filter(isRefusal).map((exchange) => exchange.interface));
  });
  return new Map(
    refused.map((name) => {
      const { mainCredential } = describedAs(contract, name);
      return [name, refusedCredential(mainCredential, target.secretName(mainCredential))] as const;
    }),
  );
};

const isRefusal = (exchange: Exchange | undefined): boolean =>
  exchange !== undefined && responseOf(exchange)?.status === 401;
