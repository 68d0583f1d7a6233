import { type Plan, sendAll } from "../model/check.ts";
import { type Contract, describedAs } from "../model/contract.ts";
import { type Call, responseOf } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { configured } from "../model/secret.ts";
import type { Execution } from "./execute.ts";
import type { Target } from "./target.ts";

/** The read of an interface that needs no record: the first one that the OpenAPI documents list. */
const plainReadOf = ({ operations }: Pick<Contract, "operations">, name: InterfaceName): string | undefined =>
  Object.values(operations).find(
    (one) =>
      one.interface === name &&
      one.method === "GET" &&
      one.effect === "read" &&
      one.security === "bearer" &&
      !one.path.includes("{"),
  )?.id;

/** What a live target is asked before the plans: once for each main credential. The embedded sandbox is not asked. */
export const credentialProbes = (contract: PreflightContract, target: Target): readonly Call[] =>
  (target.kind === "live" ? target.interfaces : []).flatMap((name) => {
    const { mainCredential } = describedAs(contract, name);
    const operation = plainReadOf(contract, name);
    const declared = target.setting(`${name}.operations`);
    if (operation === undefined || !target.has(mainCredential)) return [];
    if (Array.isArray(declared) && !declared.includes(operation)) return [];
    const authorization = { kind: "secret", secret: configured(mainCredential), prefix: "Bearer " } as const;
    return [{ operation, authorization, label: `${name}: the main credential` }];
  });

type PreflightContract = Pick<Contract, "operations" | "described">;

/**
 * The interfaces that refuse their main credential, each with what to do: nothing that such an interface answers says
 * anything of its provider.
 */
export const refusedCredentials = async (
  probes: readonly Call[],
  { contract, target }: { readonly contract: PreflightContract; readonly target: Target },
  execute: (start: () => Plan) => Promise<Execution>,
): Promise<ReadonlyMap<InterfaceName, string>> => {
  const { exchanges } = await execute(function* () {
    yield* sendAll(probes);
  });
  return new Map(
    exchanges.flatMap((exchange) => {
      if (responseOf(exchange)?.status !== 401) return [];
      const { mainCredential } = describedAs(contract, exchange.interface);
      const variable = target.secretName(mainCredential).replace(/^\$/, "");
      return [[exchange.interface, `${mainCredential} was refused (401). Check ${variable}.`] as const];
    }),
  );
};
