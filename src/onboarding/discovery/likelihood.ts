import type { OperatorName } from "../../builtin/queries/operators.ts";
import { type Intervals, within, subtract } from "./intervals.ts";
import type { Misfit, Prediction, Predictions } from "./predict.ts";
import { isAnsweredAs, isInformative, isShown, type Matches, type ProbeResult } from "./probe.ts";
import type { Semantics, UnfitPolicy } from "./worlds.ts";

/** The basis for weighing results. */
export interface Grounds {
  readonly predictions: Predictions;
  /** Possible offsets of the target's clock from ours, in milliseconds. */
  readonly offsets: Intervals;
  /** Whether each record of a sample stayed unchanged; undefined if that was not checked. */
  readonly isStable?: (result: ProbeResult, index: number) => boolean;
}

/** The kind of an answer, whichever records it contains. */
type Answered = "refused" | "nothing" | "everything" | "some";

/** A result interpreted under one meaning. */
export interface Reading {
  readonly answered: Answered;
  /** Why the condition does not fit the operator; undefined if it does. */
  readonly misfit: Misfit | undefined;
  /** Whether the answer matches the operator's result, or that of a wide reading. */
  readonly isAsPredicted: boolean;
  /** Whether a wide reading is unpredictable. */
  readonly isUnpredictable: boolean;
}

/**
 * How an operator treats a condition that does not fit it: a `strict` one follows the target's policy, a `wide` one
 * reads what it can. That is one question per kind of misfit, not per probe: repeated agreement of a misfit proves no
 * more than a single one.
 */
export const reaches = ["strict", "wide"] as const;

export type Reach = (typeof reaches)[number];

export const reachPriors: Readonly<Record<Reach, number>> = { strict: 0.65, wide: 0.35 };

/** Probabilities of answers. The remainder is spread over the many sets of records that nothing predicts. */
const asPredicted = 0.94;
const fitButUnread = 0.03;
const contradicted = 1e-9;
const unpredicted = 0.01;
const likelyByPolicy = 0.9;
const againstPolicy = 0.03;

/** Answers of a wide operator that differ from its reading, or whose reading is unpredictable. */
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

/** An operator outside the table may match anything; all or nothing more often than particular records. */
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

/** Probability of an answer if the integer's meaning is not in the table. */
export const likelihoodOfOther = (result: ProbeResult): number => otherThanAll[answeredAs(result)];

/** Probability of an answer under a policy, for an operator of a reach. */
export const likelihoodOf = (reading: Reading, policy: UnfitPolicy, reach: Reach): number => {
  const { answered, misfit, isAsPredicted, isUnpredictable } = reading;
  const isByPolicy = policyAnswers[policy] === answered;
  if (misfit === undefined) {
    if (isAsPredicted) return asPredicted;
    // A target may allow fewer types for an operator than the table.
    return isByPolicy || answered === "refused" ? fitButUnread : contradicted;
  }
  if (reach === "wide") {
    if (isUnpredictable) return wideUnpredictable[answered];
    return isAsPredicted ? asPredicted : wideOtherwise[answered];
  }
  if (isByPolicy) return likelyByPolicy;
  return answered === "some" ? unpredicted : againstPolicy;
};

const sameMatches = (predicted: Matches, result: ProbeResult, { isStable }: Grounds): boolean =>
  isAnsweredAs(predicted, result.observed, (index) => isStable?.(result, index) !== false);

/** The offsets under which exactly the observed records are in their interval. */
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
      if (certain.from <= certain.to) offsets = subtract(offsets, certain);
    }
  }
  return offsets;
};

/** The readings of an integer's results under one meaning, and the remaining clock offsets. */
export type IntegerAccount = ReturnType<typeof accountFor>;

/** Interprets all results of an integer by one meaning under some semantics. */
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
    if (
      isAsPredicted &&
      observed.kind === "answered" &&
      isInformative(observed.matches) &&
      !isShown(observed.matches, result.probe.sample, predicted)
    )
      predicted.push(result);
    return { answered, misfit: undefined, isAsPredicted, isUnpredictable: false };
  });
  return {
    readings,
    offsets,
    /** Fitting conditions with predicted matches that are some records but not all, and differ from one another. */
    predicted,
  };
};

/** Probability of all results with one kind of misfit (or none), if the operator has this reach. */
const likelihoodOfAll = (readings: readonly Reading[], policy: UnfitPolicy, reach: Reach): number =>
  readings.reduce((product, reading) => product * likelihoodOf(reading, policy, reach), 1);

const byMisfit = (readings: readonly Reading[]): ReadonlyMap<Misfit | undefined, readonly Reading[]> =>
  Map.groupBy(readings, ({ misfit }) => misfit);

/** Probability of an account under a policy. */
export const weightOf = ({ readings }: IntegerAccount, policy: UnfitPolicy): number => {
  let weight = 1;
  for (const [misfit, some] of byMisfit(readings))
    weight *=
      misfit === undefined
        ? likelihoodOfAll(some, policy, "strict")
        : reaches.reduce((sum, reach) => sum + reachPriors[reach] * likelihoodOfAll(some, policy, reach), 0);
  return weight;
};

/** Probability that an operator is wide for a kind of misfit, from an account. */
export const wideChance = ({ readings }: IntegerAccount, policy: UnfitPolicy, misfit: Misfit): number => {
  const some = readings.filter((reading) => reading.misfit === misfit);
  const [strict, wide] = reaches.map((reach) => reachPriors[reach] * likelihoodOfAll(some, policy, reach));
  return (wide ?? 0) / ((strict ?? 0) + (wide ?? 0));
};
