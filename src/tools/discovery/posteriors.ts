import { type OperatorName, operatorNames } from "../../contract/queries/operators.ts";
import type { Predictions } from "./predict.ts";
import { isInformative, type Matches, type ProbeResult } from "./probe.ts";
import { type Intervals, within, without } from "./intervals.ts";

/** What an integer may mean: one of the operators, or something that is not in their table. */
export type Meaning = OperatorName | "other";

/** How likely an integer's meanings are, and the evidence for the likeliest. */
export interface Posterior {
  /** Probabilities that add up to 1. */
  readonly chances: ReadonlyMap<Meaning, number>;
  readonly best: Meaning;
  readonly confidence: number;
  /** Probes whose matches the best meaning predicted. */
  readonly predicted: readonly ProbeResult[];
  /** When it may be at the target, ahead of our clock in milliseconds, if the best meaning is right. */
  readonly offsets: Intervals;
}

/** The assumptions under which results are weighed. */
export interface Grounds {
  readonly predictions: Predictions;
  /** How far the target's clock may be ahead of ours, in milliseconds. */
  readonly offsets: Intervals;
  readonly ignoresCase: boolean;
  /** For each record of a sample, whether it stayed as it was; undefined when that was not looked at. */
  readonly isStable?: (result: ProbeResult, index: number) => boolean;
}

/**
 * How likely each outcome is. A target that speaks of the table's operators refuses what does not fit and answers the
 * rest exactly; the small numbers are for targets that refuse more, or less, than they should.
 */
const likelihood = {
  asPredicted: 0.95,
  otherwise: 1e-9,
  refusedThoughFit: 0.05,
  refusedAsUnfit: 0.95,
  answeredThoughUnfit: 0.02,
  /** A value too many, or one where several are allowed: both are as likely. */
  refusedAsLenient: 0.5,
  /** An operator outside the table may match anything; all or nothing more often than certain records. */
  other: { refused: 0.5, informative: 0.02, all: 0.3 },
} as const;

/** The prior of a code's meanings, from what the target lists of itself. */
export type Prior = (meaning: OperatorName) => number;

interface Weighed {
  readonly weight: number;
  readonly offsets: Intervals;
  readonly predicted: boolean;
}

const sameMatches = (predicted: Matches, result: ProbeResult, grounds: Grounds): boolean => {
  const { observed } = result;
  if (observed.kind === "refused") return false;
  const { isStable } = grounds;
  for (let index = 0; index < observed.known; index += 1)
    if (predicted[index] !== observed.matches[index] && isStable?.(result, index) !== false) return false;
  return true;
};

/** The offsets under which exactly the observed records lie in their interval. */
const offsetsLeft = (
  stretches: readonly ({ readonly from: number; readonly to: number } | undefined)[],
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

const weigh = (meaning: OperatorName, result: ProbeResult, before: Intervals, grounds: Grounds): Weighed => {
  const prediction = grounds.predictions.of(meaning, result.probe, grounds.ignoresCase);
  const { observed } = result;
  const plain = (weight: number): Weighed => ({ weight, offsets: before, predicted: false });
  if (prediction.kind === "unfit")
    return plain(observed.kind === "refused" ? likelihood.refusedAsUnfit : likelihood.answeredThoughUnfit);
  const isExact = prediction.kind === "moments" || prediction.fit === "exact";
  if (observed.kind === "refused")
    return plain(isExact ? likelihood.refusedThoughFit : likelihood.refusedAsLenient);
  if (prediction.kind === "matches") {
    if (!sameMatches(prediction.matches, result, grounds)) return plain(likelihood.otherwise);
    const { asPredicted } = likelihood;
    return { weight: asPredicted, offsets: before, predicted: isExact && isInformative(observed.matches) };
  }
  const offsets = offsetsLeft(prediction.stretches, result, before, grounds);
  if (offsets.length === 0) return plain(likelihood.otherwise);
  return { weight: likelihood.asPredicted, offsets, predicted: isInformative(observed.matches) };
};

const otherWeight = ({ observed }: ProbeResult): number => {
  if (observed.kind === "refused") return likelihood.other.refused;
  return isInformative(observed.matches) ? likelihood.other.informative : likelihood.other.all;
};

interface Candidate {
  readonly meaning: Meaning;
  readonly weight: number;
  readonly offsets: Intervals;
  readonly predicted: readonly ProbeResult[];
}

const weighAll = (
  meaning: OperatorName,
  results: readonly ProbeResult[],
  prior: Prior,
  grounds: Grounds,
): Candidate => {
  let [weight, offsets] = [prior(meaning), grounds.offsets];
  const predicted: ProbeResult[] = [];
  for (const result of results) {
    const weighed = weigh(meaning, result, offsets, grounds);
    weight *= weighed.weight;
    offsets = weighed.offsets;
    if (weighed.predicted) predicted.push(result);
  }
  return { meaning, weight, offsets, predicted };
};

/** Weighs everything that was observed of one integer. */
export const posteriorOf = (results: readonly ProbeResult[], prior: Prior, grounds: Grounds): Posterior => {
  const candidates: readonly Candidate[] = [
    ...operatorNames.map((meaning) => weighAll(meaning, results, prior, grounds)),
    {
      meaning: "other",
      weight: results.reduce((weight, result) => weight * otherWeight(result), otherPrior),
      offsets: grounds.offsets,
      predicted: [],
    },
  ];
  const sum = candidates.reduce((total, { weight }) => total + weight, 0);
  const [best] = candidates.toSorted((one, other) => other.weight - one.weight);
  if (best === undefined) throw new Error("there is no operator");
  return {
    chances: new Map(candidates.map(({ meaning, weight }) => [meaning, weight / sum])),
    best: best.meaning,
    confidence: best.weight / sum,
    predicted: best.predicted,
    offsets: best.offsets,
  };
};

const otherPrior = 0.5;

/** How sure a meaning has to be, and how many informative probes it has to predict. */
const sureEnough = 0.99;
const predictedEnough = 2;

/** The decided meaning, if there is one. */
export const decidedMeaning = (posterior: Posterior): OperatorName | undefined =>
  posterior.best !== "other" &&
  posterior.confidence >= sureEnough &&
  posterior.predicted.length >= predictedEnough
    ? posterior.best
    : undefined;
