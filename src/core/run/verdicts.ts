import type { Check, Judgement, NotApplicable, Violation } from "../model/check.ts";
import type { FactVerdict } from "../model/fact-verdict.ts";

/** The fact of a violation: the one it names, else the first of its check. */
export const factOf = (check: Check, violation: Violation): string => violation.fact ?? check.facts[0];

/** Why a fact cannot be judged; applies to all facts of a check unless it names one. */
export const notApplicableTo = (fact: string, judgements: readonly Judgement[]): NotApplicable | undefined =>
  judgements.filter((one) => one.kind === "not-applicable").find((one) => (one.fact ?? fact) === fact);

export const countViolations = (fact: string, check: Check, judgements: readonly Judgement[]): number =>
  judgements.filter((one) => one.kind === "violation" && factOf(check, one) === fact).length;

/** @throws Error for a fact that the check does not list, since that would never be reported */
export const collectJudgements = (check: Check, judgements: Iterable<Judgement>): readonly Judgement[] => {
  const heard = [...judgements];
  for (const one of heard)
    if (one.kind !== "observation" && one.fact !== undefined && !check.facts.includes(one.fact))
      throw new Error(`${check.id} judges ${one.fact}, which it does not list`);
  return heard;
};

/** The verdict on one fact of an active check, from its judgements on a number of exchanges. */
export const verdictOn = (
  fact: string,
  check: Check,
  judgements: readonly Judgement[],
  exchanges: number,
): FactVerdict => {
  const violations = countViolations(fact, check, judgements);
  if (violations > 0) return { kind: "failed", exchanges, violations };
  const excuse = notApplicableTo(fact, judgements);
  if (excuse !== undefined) return { kind: "not-applicable", reason: excuse.reason };
  if (exchanges === 0) return { kind: "not-applicable", reason: "nothing to judge on this target" };
  return { kind: "passed", exchanges };
};
