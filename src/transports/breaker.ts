import type { FailureOutcome } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Transport } from "../model/transport.ts";

/** Once an interface cannot be reached, answers for it without asking again. */
export const breaking = (send: Transport): Transport => {
  const broken = new Map<InterfaceName, FailureOutcome>();
  return async (request, signal) => {
    const known = broken.get(request.interface);
    if (known !== undefined) return known;
    const outcome = await send(request, signal);
    if (outcome.kind === "failure" && outcome.reason === "unreachable") broken.set(request.interface, outcome);
    return outcome;
  };
};
