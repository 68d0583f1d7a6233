import type { FailureOutcome } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { FinalOutcome, Transport } from "../model/transport.ts";

/** Unanswered writes in a row after which an interface gets no more. */
const mostUnanswered = 2;

/** Counts the writes in a row that each interface has left unanswered. */
export type WritePatience = ReturnType<typeof createWritePatience>;

/** An unsent request says nothing about the target. */
const isUnanswered = (answer: FinalOutcome): boolean =>
  answer.kind === "failure" && answer.reason !== "not-sent";

export const createWritePatience = () => {
  const unanswered = new Map<InterfaceName, number>();
  return {
    note(of: InterfaceName, answer: FinalOutcome) {
      if (answer.kind === "response") unanswered.set(of, 0);
      else if (isUnanswered(answer)) unanswered.set(of, (unanswered.get(of) ?? 0) + 1);
    },
    /** Why an interface gets no more writes; undefined while it does. */
    refusal(of: InterfaceName): FailureOutcome | undefined {
      if ((unanswered.get(of) ?? 0) < mostUnanswered) return undefined;
      return {
        kind: "failure",
        reason: "not-sent",
        message: `${mostUnanswered} writes in a row got no answer, so no more were sent`,
      };
    },
  };
};

/** Stops writing to an interface that leaves writes unanswered: each has to be waited for and restored. */
export const withPatience =
  (send: Transport, patience: WritePatience): Transport =>
  async (request, signal) => {
    if (request.effect !== "write") return send(request, signal);
    const refusal = patience.refusal(request.interface);
    if (refusal !== undefined) return refusal;
    const answer = await send(request, signal);
    patience.note(request.interface, answer);
    return answer;
  };
