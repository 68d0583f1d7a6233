import type { Check } from "../model/check.ts";
import type { ShownEvent } from "../model/run-event.ts";
import { isScarce } from "./picks.ts";
import type { LiveTarget } from "./live-target.ts";
import { unmetNeed } from "./selection.ts";
import { leftOf, type Target } from "./target.ts";
import type { Emit } from "./create-run.ts";

/** Event of a run that asks a target: its results and its progress. */
export type TargetEvent =
  | ShownEvent
  /** The first event. */
  | {
      readonly type: "target-opened";
      /** Whether it is the sandbox in this process. */
      readonly embedded: boolean;
      /** Whether the run may create or change records of a live target. */
      readonly writes: boolean;
      /** Whether its contract is that of documents given for this run. */
      readonly ofDocuments: boolean;
      /** Ids of the facts that may be judged with what is configured. */
      readonly facts: readonly string[];
      /** Ids of the checks that ask nothing themselves. */
      readonly passive: readonly string[];
      /** Limit of requests in all; infinite without a limit. */
      readonly budget: number;
      /** Whether the run usually continues until its budget is spent. */
      readonly spendsBudget: boolean;
    }
  /** Sent with every answer; `left` may fall by more than one if other runs share the budget. */
  | { readonly type: "request-answered"; readonly requests: number; readonly left: number };

const canJudge = (check: Check, target: Target): boolean =>
  check.effect === "passive"
    ? check.interfaces.some((name) => target.interfaces.includes(name))
    : unmetNeed(check, target) === undefined;

/** Announces a target that these checks are about to ask, then returns it with each of its answers announced. */
export const announcedTarget = async (
  target: Target,
  checks: readonly Check[],
  emit: Emit<TargetEvent>,
  ofDocuments = false,
): Promise<Target> => {
  await emit({
    type: "target-opened",
    embedded: target.kind === "embedded",
    ofDocuments,
    writes: target.kind === "live" && target.allowWrites,
    facts: [...new Set(checks.filter((check) => canJudge(check, target)).flatMap(({ facts }) => facts))],
    passive: checks.filter(({ effect }) => effect === "passive").map(({ id }) => id),
    budget: target.budget,
    spendsBudget: isScarce(target.budget),
  });
  return {
    ...target,
    async transport(request, signal) {
      const outcome = await target.transport(request, signal);
      // A slow reader must not delay an answer.
      void emit({ type: "request-answered", requests: target.requests(), left: leftOf(target) });
      return outcome;
    },
  };
};

/** Names of the records that an earlier run left changed; the journal blocks other runs until they are restored. */
export const unrestoredIn = (live: LiveTarget | undefined): readonly string[] =>
  (live?.journal?.openChanges() ?? []).map(({ record }) => record);

/** A target that is not asked anything because records are still changed; a run against it reports so. */
export const untouched = (target: Target, records: readonly string[]): Target => ({
  ...target,
  transport: async () => ({
    kind: "failure",
    reason: "not-sent",
    message: `an earlier run did not restore the records it changed: ${records.join(", ")} (tripact restore)`,
    stop: "safety",
  }),
});
