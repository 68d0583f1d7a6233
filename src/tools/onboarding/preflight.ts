import { sampleCall } from "../../checks/support/sample-calls.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import { interfaces } from "../../contract/interfaces.ts";
import { type Plan, send } from "../../harness/model/check.ts";
import { responseOf } from "../../harness/model/exchange.ts";
import { contextOf, firstReads, presenting, type ProbeOptions } from "./probe.ts";

/** Further reads, which distinguish a refused credential from an endpoint that refuses it wrongly. */
const secondReads = { crm: "getContact", donation: "listGifts", volunteer: "getUser" } as const;

/**
 * Finds out before a run whether an interface takes its main credential: one request, and a second one where the first
 * was refused.
 */
export function* isRefused(name: InterfaceName, options: Omit<ProbeOptions, "left">): Plan<boolean> {
  const { mainCredential } = interfaces[name];
  // A token that an account gets for itself is judged with the endpoint that issues it.
  if (!options.has(mainCredential) || (name === "crm" && options.has(interfaces.crm.account.flag)))
    return false;
  for (const operation of [firstReads[name], secondReads[name]]) {
    const call = sampleCall(operation, contextOf(options), presenting(mainCredential), operation);
    if (call === undefined) continue;
    const exchange = yield* send({ ...call, asItComes: true });
    if (responseOf(exchange)?.status !== 401) return false;
  }
  return true;
}
