import type { Check } from "../model/check.ts";
import type { RunEvent } from "../model/run-event.ts";
import { isScarce } from "./sampling.ts";
import type { LiveTarget } from "./live-target.ts";
import { unmetNeed } from "./selection.ts";
import { leftOf, type Target } from "./target.ts";
import type { Emit } from "./create-run.ts";

/** What a run that asks a target hands out: its events, and how far it is. */
export type TargetEvent =
  | RunEvent
  /** The first event. */
  | {
      readonly type: "target-opened";
      /** Whether it is the sandbox in this process. */
      readonly embedded: boolean;
      /** Ids of the facts that may be judged with what is configured. */
      readonly facts: readonly string[];
      /** Requests that may be sent in all; infinite where nothing limits them. */
      readonly budget: number;
      /** Whether the run mostly goes on until nothing of its budget is left. */
      readonly spendsBudget: boolean;
    }
  /** Sent with every answer; `left` may fall faster than by one, where other runs share the budget. */
  | { readonly type: "request-answered"; readonly requests: number; readonly left: number };

const canJudge = (check: Check, target: Target): boolean =>
  check.effect === "passive"
    ? check.interfaces.some((name) => target.interfaces.includes(name))
    : unmetNeed(check, target) === undefined;

/** Announces a target that these checks are about to ask, and gives it with every answer announced, too. */
export const announced = async (
  target: Target,
  checks: readonly Check[],
  emit: Emit<TargetEvent>,
): Promise<Target> => {
  await emit({
    type: "target-opened",
    embedded: target.kind === "embedded",
    facts: [...new Set(checks.filter((check) => canJudge(check, target)).flatMap(({ facts }) => facts))],
    budget: target.budget,
    spendsBudget: isScarce(target.budget),
  });
  return {
    ...target,
    async transport(request, signal) {
      const outcome = await target.transport(request, signal);
      // Nothing that a reader does may hold up an answer.
      void emit({ type: "request-answered", requests: target.requests(), left: leftOf(target) });
      return outcome;
    },
  };
};

/** Names of the records that an earlier run has left changed; the journal keeps others from starting. */
export const unrestoredIn = (live: LiveTarget | undefined): readonly string[] =>
  (live?.journal?.openChanges() ?? []).map(({ record }) => record);

/** A target that is asked nothing, since records are still changed: a run against it says so. */
export const untouched = (target: Target, records: readonly string[]): Target => ({
  ...target,
  transport: async () => ({
    kind: "failure",
    reason: "not-sent",
    message: `an earlier run did not restore the records it changed: ${records.join(", ")} (tripact restore)`,
    stop: "safety",
  }),
});
