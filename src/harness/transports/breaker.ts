import type { FailureOutcome } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Transport } from "../model/transport.ts";

/** Failures of an interface that has never answered, after which it is not asked again. */
const patience = 3;

/**
 * Once an interface cannot be reached, or has only let requests time out or break, answers for it without
 * asking again: an address that swallows every packet would else take its time for each request.
 */
export const breaking = (send: Transport): Transport => {
  const broken = new Map<InterfaceName, FailureOutcome>();
  const answered = new Set<InterfaceName>();
  const failures = new Map<InterfaceName, number>();

  const note = (name: InterfaceName, outcome: FailureOutcome): void => {
    if (outcome.stop !== undefined) return;
    const count = (failures.get(name) ?? 0) + 1;
    failures.set(name, count);
    if (outcome.reason === "unreachable" || (count >= patience && !answered.has(name)))
      broken.set(name, { kind: "failure", reason: "unreachable", message: outcome.message });
  };

  return async (request, signal) => {
    const known = broken.get(request.interface);
    // A copy: every exchange has an outcome of its own.
    if (known !== undefined) return { ...known };
    const answer = await send(request, signal);
    if (answer.kind === "response") answered.add(request.interface);
    // A request that the caller gave up says nothing of the interface.
    else if (signal?.aborted !== true) note(request.interface, answer);
    return answer;
  };
};
