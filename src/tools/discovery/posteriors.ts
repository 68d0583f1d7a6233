import { type OperatorName, operatorNames } from "../../contract/queries/operators.ts";
import type { Predictions } from "./predict.ts";
import { isTelling, type Matches, type Observation } from "./probe.ts";
import { type Spans, within, without } from "./intervals.ts";

/** What an integer may mean: one of the operators, or something that is not in their table. */
export type Meaning = OperatorName | "other";

/** How likely an integer's meanings are, and what speaks for the likeliest. */
export interface Belief {
  /** Probabilities that add up to 1. */
  readonly chances: ReadonlyMap<Meaning, number>;
  readonly best: Meaning;
  readonly confidence: number;
  /** Probes of which the best meaning foretold which records match, and which do not. */
  readonly foretold: readonly Observation[];
  /** When it may be at the target, ahead of our clock in milliseconds, if the best meaning is right. */
  readonly offsets: Spans;
}

/** What is taken for given when observations are weighed. */
export interface Grounds {
  readonly predictions: Predictions;
  /** How far the target's clock may be ahead of ours, in milliseconds. */
  readonly offsets: Spans;
  readonly ignoresCase: boolean;
  /** For each record of a sample, whether it stayed as it was; undefined when that was not looked at. */
  readonly isStable?: (observation: Observation, index: number) => boolean;
}

/**
 * How likely each outcome is. A target that speaks of the table's operators refuses what does not fit and answers the
 * rest exactly; the small numbers are for targets that refuse more, or less, than they should.
 */
const likelihood = {
  asForetold: 0.95,
  otherwise: 1e-9,
  refusedThoughFit: 0.05,
  refusedAsUnfit: 0.95,
  answeredThoughUnfit: 0.02,
  /** A value too many, or one where several may stand: both are as likely. */
  refusedAsLenient: 0.5,
  /** What is not in the table may come to anything; to all or nothing more often than to certain records. */
  other: { refused: 0.5, telling: 0.02, all: 0.3 },
} as const;

/** What a code is taken for before anything was asked: from what the target lists of itself, at most. */
export type Prior = (meaning: OperatorName) => number;

interface Weighed {
  readonly weight: number;
  readonly offsets: Spans;
  readonly foretold: boolean;
}

const sameMatches = (foretold: Matches, observation: Observation, grounds: Grounds): boolean => {
  const { observed } = observation;
  if (observed.kind === "refused") return false;
  const { isStable } = grounds;
  for (let index = 0; index < observed.known; index += 1)
    if (foretold[index] !== observed.matches[index] && isStable?.(observation, index) !== false) return false;
  return true;
};

/** What is left of the offsets when exactly the observed records lie in their stretch of time. */
const offsetsLeft = (
  stretches: readonly ({ readonly from: number; readonly to: number } | undefined)[],
  observation: Observation,
  before: Spans,
  grounds: Grounds,
): Spans => {
  const { observed, sentAt, answeredAt } = observation;
  if (observed.kind === "refused") return before;
  let offsets = before;
  for (let index = 0; index < observed.known && offsets.length > 0; index += 1) {
    if (grounds.isStable?.(observation, index) === false) continue;
    const span = stretches[index];
    const matches = observed.matches[index] === "1";
    if (span === undefined) {
      if (matches) return [];
    } else if (matches) {
      offsets = within(offsets, { from: span.from - answeredAt, to: span.to - sentAt });
    } else {
      const certain = { from: span.from - sentAt, to: span.to - answeredAt };
      if (certain.from <= certain.to) offsets = without(offsets, certain);
    }
  }
  return offsets;
};

const weigh = (meaning: OperatorName, observation: Observation, before: Spans, grounds: Grounds): Weighed => {
  const prediction = grounds.predictions.of(meaning, observation.probe, grounds.ignoresCase);
  const { observed } = observation;
  const plain = (weight: number): Weighed => ({ weight, offsets: before, foretold: false });
  if (prediction.kind === "unfit")
    return plain(observed.kind === "refused" ? likelihood.refusedAsUnfit : likelihood.answeredThoughUnfit);
  const isExact = prediction.kind === "moments" || prediction.fit === "exact";
  if (observed.kind === "refused")
    return plain(isExact ? likelihood.refusedThoughFit : likelihood.refusedAsLenient);
  if (prediction.kind === "matches") {
    if (!sameMatches(prediction.matches, observation, grounds)) return plain(likelihood.otherwise);
    const { asForetold } = likelihood;
    return { weight: asForetold, offsets: before, foretold: isExact && isTelling(observed.matches) };
  }
  const offsets = offsetsLeft(prediction.stretches, observation, before, grounds);
  if (offsets.length === 0) return plain(likelihood.otherwise);
  return { weight: likelihood.asForetold, offsets, foretold: isTelling(observed.matches) };
};

const otherWeight = ({ observed }: Observation): number => {
  if (observed.kind === "refused") return likelihood.other.refused;
  return isTelling(observed.matches) ? likelihood.other.telling : likelihood.other.all;
};

interface Candidate {
  readonly meaning: Meaning;
  readonly weight: number;
  readonly offsets: Spans;
  readonly foretold: readonly Observation[];
}

const weighAll = (
  meaning: OperatorName,
  observations: readonly Observation[],
  prior: Prior,
  grounds: Grounds,
): Candidate => {
  let [weight, offsets] = [prior(meaning), grounds.offsets];
  const foretold: Observation[] = [];
  for (const observation of observations) {
    const weighed = weigh(meaning, observation, offsets, grounds);
    weight *= weighed.weight;
    offsets = weighed.offsets;
    if (weighed.foretold) foretold.push(observation);
  }
  return { meaning, weight, offsets, foretold };
};

/** Weighs everything that was observed of one integer. */
export const believe = (observations: readonly Observation[], prior: Prior, grounds: Grounds): Belief => {
  const candidates: readonly Candidate[] = [
    ...operatorNames.map((meaning) => weighAll(meaning, observations, prior, grounds)),
    {
      meaning: "other",
      weight: observations.reduce((weight, observation) => weight * otherWeight(observation), otherPrior),
      offsets: grounds.offsets,
      foretold: [],
    },
  ];
  const sum = candidates.reduce((total, { weight }) => total + weight, 0);
  const [best] = candidates.toSorted((one, other) => other.weight - one.weight);
  if (best === undefined) throw new Error("there is no operator to believe in");
  return {
    chances: new Map(candidates.map(({ meaning, weight }) => [meaning, weight / sum])),
    best: best.meaning,
    confidence: best.weight / sum,
    foretold: best.foretold,
    offsets: best.offsets,
  };
};

const otherPrior = 0.5;

/** How sure a meaning has to be, and how often it has to have foretold which records match. */
const sureEnough = 0.99;
const foretoldEnough = 2;

/** The meaning that is beyond doubt, if any is. */
export const decidedMeaning = (belief: Belief): OperatorName | undefined =>
  belief.best !== "other" && belief.confidence >= sureEnough && belief.foretold.length >= foretoldEnough
    ? belief.best
    : undefined;
