import type { FailureOutcome } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Transport } from "../model/transport.ts";

/** Failures after which an interface that has never answered gets no more requests. */
const failureLimit = 3;

/** Answers for an interface that is unreachable or only times out: each request would wait for its timeout. */
export const breaking = (send: Transport): Transport => {
  const broken = new Map<InterfaceName, FailureOutcome>();
  const answered = new Set<InterfaceName>();
  const failures = new Map<InterfaceName, number>();

  const note = (name: InterfaceName, outcome: FailureOutcome): void => {
    if (outcome.stop !== undefined) return;
    const count = (failures.get(name) ?? 0) + 1;
    failures.set(name, count);
    if (outcome.reason === "unreachable" || (count >= failureLimit && !answered.has(name)))
      broken.set(name, { kind: "failure", reason: "unreachable", message: outcome.message });
  };

  return async (request, signal) => {
    const known = broken.get(request.interface);
    // A copy, because every exchange owns its outcome.
    if (known !== undefined) return { ...known };
    const answer = await send(request, signal);
    if (answer.kind === "response") answered.add(request.interface);
    // A request aborted by the caller says nothing about the interface.
    else if (signal?.aborted !== true) note(request.interface, answer);
    return answer;
  };
};
