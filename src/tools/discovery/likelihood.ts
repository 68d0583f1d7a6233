import type { OperatorName } from "../../contract/queries/operators.ts";
import { type Intervals, within, without } from "./intervals.ts";
import type { Misfit, Prediction, Predictions } from "./predict.ts";
import { isInformative, type Matches, type ProbeResult } from "./probe.ts";
import type { Semantics, UnfitPolicy } from "./worlds.ts";

/** The grounds on which results are weighed. */
export interface Grounds {
  readonly predictions: Predictions;
  /** How far the target's clock may be ahead of ours, in milliseconds. */
  readonly offsets: Intervals;
  /** For each record of a sample, whether it stayed as it was; undefined when that was not looked at. */
  readonly isStable?: (result: ProbeResult, index: number) => boolean;
}

/** What an answer is, apart from which records it holds. */
type Answered = "refused" | "nothing" | "everything" | "some";

/** A result as one meaning sees it. */
export interface Reading {
  readonly answered: Answered;
  /** Why the condition is not as the operator wants it; undefined where it is. */
  readonly misfit: Misfit | undefined;
  /** Whether the answer is what the operator gives, or would give if it read what it can. */
  readonly isAsPredicted: boolean;
  /** Whether nothing can be said of what the operator would read. */
  readonly isUnpredictable: boolean;
}

/**
 * How far an operator goes where a condition does not fit it: a `strict` one leaves it to the target's policy, a `wide`
 * one reads what it can. Which of them it is counts as one question for each kind of misfit, not as one a probe: that
 * an unfit reading agrees again and again proves no more than that it agrees once.
 */
export const reaches = ["strict", "wide"] as const;

export type Reach = (typeof reaches)[number];

export const reachPriors: Readonly<Record<Reach, number>> = { strict: 0.65, wide: 0.35 };

/** How likely answers are. The rest of 1 is spread over the very many sets of records that nothing predicts. */
const asPredicted = 0.94;
const fitButUnread = 0.03;
const contradicted = 1e-9;
const unpredicted = 0.01;
const likelyByPolicy = 0.9;
const againstPolicy = 0.03;

/** A wide operator that does not answer as it would read, and one of which nothing can be said. */
const wideOtherwise: Readonly<Record<Answered, number>> = {
  refused: 0.03,
  nothing: 0.03,
  everything: 0.01,
  some: unpredicted,
};
const wideUnpredictable: Readonly<Record<Answered, number>> = {
  refused: 0.3,
  nothing: 0.3,
  everything: 0.1,
  some: 0.02,
};

/** An operator outside the table may match anything; all or nothing more often than certain records. */
const otherThanAll: Readonly<Record<Answered, number>> = {
  refused: 0.35,
  nothing: 0.3,
  everything: 0.15,
  some: 0.02,
};

const policyAnswers: Readonly<Record<UnfitPolicy, Answered>> = {
  refuses: "refused",
  "matches nothing": "nothing",
  "matches everything": "everything",
};

export const answeredAs = ({ observed, probe }: ProbeResult): Answered => {
  if (observed.kind === "refused") return "refused";
  if (observed.total === 0) return "nothing";
  return observed.total === probe.sample.total ? "everything" : "some";
};

/** How likely an answer is if the integer means something that is not in the table. */
export const likelihoodOfOther = (result: ProbeResult): number => otherThanAll[answeredAs(result)];

/** How likely an answer is under a policy, for an operator of a reach. */
export const likelihoodOf = (reading: Reading, policy: UnfitPolicy, reach: Reach): number => {
  const { answered, misfit, isAsPredicted, isUnpredictable } = reading;
  const isByPolicy = policyAnswers[policy] === answered;
  if (misfit === undefined) {
    if (isAsPredicted) return asPredicted;
    // A target may think less of an operator's types than the table does.
    return isByPolicy || answered === "refused" ? fitButUnread : contradicted;
  }
  if (reach === "wide") {
    if (isUnpredictable) return wideUnpredictable[answered];
    return isAsPredicted ? asPredicted : wideOtherwise[answered];
  }
  if (isByPolicy) return likelyByPolicy;
  return answered === "some" ? unpredicted : againstPolicy;
};

const sameMatches = (predicted: Matches, result: ProbeResult, { isStable }: Grounds): boolean => {
  const { observed } = result;
  if (observed.kind === "refused") return false;
  for (let index = 0; index < observed.known; index += 1)
    if (predicted[index] !== observed.matches[index] && isStable?.(result, index) !== false) return false;
  return true;
};

/** The offsets under which exactly the observed records lie in their interval. */
const offsetsLeft = (
  stretches: Extract<Prediction, { kind: "moments" }>["stretches"],
  result: ProbeResult,
  before: Intervals,
  grounds: Grounds,
): Intervals => {
  const { observed, sentAt, answeredAt } = result;
  if (observed.kind === "refused") return before;
  let offsets = before;
  for (let index = 0; index < observed.known && offsets.length > 0; index += 1) {
    if (grounds.isStable?.(result, index) === false) continue;
    const interval = stretches[index];
    const matches = observed.matches[index] === "1";
    if (interval === undefined) {
      if (matches) return [];
    } else if (matches) {
      offsets = within(offsets, { from: interval.from - answeredAt, to: interval.to - sentAt });
    } else {
      const certain = { from: interval.from - sentAt, to: interval.to - answeredAt };
      if (certain.from <= certain.to) offsets = without(offsets, certain);
    }
  }
  return offsets;
};

/** The readings of an integer's results if it has a meaning, and what is left of the clock's offsets then. */
export type Account = ReturnType<typeof accountFor>;

/** Accounts for all results of an integer by one meaning under some semantics. */
export const accountFor = (
  meaning: OperatorName,
  results: readonly ProbeResult[],
  semantics: Semantics,
  grounds: Grounds,
) => {
  let { offsets } = grounds;
  const predicted: ProbeResult[] = [];
  const readings = results.map((result): Reading => {
    const { observed } = result;
    const answered = answeredAs(result);
    const prediction = grounds.predictions.of(meaning, result.probe, semantics);
    if (prediction.kind === "unfit") {
      const { misfit, reading } = prediction;
      const isAsPredicted = reading !== undefined && sameMatches(reading, result, grounds);
      return { answered, misfit, isAsPredicted, isUnpredictable: reading === undefined };
    }
    let isAsPredicted = false;
    if (prediction.kind === "fit") isAsPredicted = sameMatches(prediction.matches, result, grounds);
    else if (observed.kind === "answered") {
      const left = offsetsLeft(prediction.stretches, result, offsets, grounds);
      isAsPredicted = left.length > 0;
      if (isAsPredicted) offsets = left;
    }
    if (isAsPredicted && observed.kind === "answered" && isInformative(observed.matches))
      predicted.push(result);
    return { answered, misfit: undefined, isAsPredicted, isUnpredictable: false };
  });
  return {
    readings,
    offsets,
    /** Conditions that fit, whose matches were predicted and are some records but not all. */
    predicted,
  };
};

/** How likely all results are that an operator fits alike, or not, if it is of a reach there. */
const likelihoodOfAll = (readings: readonly Reading[], policy: UnfitPolicy, reach: Reach): number =>
  readings.reduce((product, reading) => product * likelihoodOf(reading, policy, reach), 1);

const byMisfit = (readings: readonly Reading[]): ReadonlyMap<Misfit | undefined, readonly Reading[]> =>
  Map.groupBy(readings, ({ misfit }) => misfit);

/** How likely an account is under a policy. */
export const weightOf = ({ readings }: Account, policy: UnfitPolicy): number => {
  let weight = 1;
  for (const [misfit, some] of byMisfit(readings))
    weight *=
      misfit === undefined
        ? likelihoodOfAll(some, policy, "strict")
        : reaches.reduce((sum, reach) => sum + reachPriors[reach] * likelihoodOfAll(some, policy, reach), 0);
  return weight;
};

/** How likely an operator reads what it can of a kind of misfit, by an account. */
export const wideChance = ({ readings }: Account, policy: UnfitPolicy, misfit: Misfit): number => {
  const some = readings.filter((reading) => reading.misfit === misfit);
  const [strict, wide] = reaches.map((reach) => reachPriors[reach] * likelihoodOfAll(some, policy, reach));
  return (wide ?? 0) / ((strict ?? 0) + (wide ?? 0));
};
