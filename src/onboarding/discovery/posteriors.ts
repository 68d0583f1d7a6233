import { type OperatorName, operatorNames } from "../../builtin/queries/operators.ts";
import type { Intervals } from "./intervals.ts";
import {
  type IntegerAccount,
  accountFor,
  type Grounds,
  likelihoodOfOther,
  type Reading,
  weightOf,
} from "./likelihood.ts";
import type { ProbeResult } from "./probe.ts";
import { allSemantics, type Semantics, unfitPolicies, type World, worlds } from "./worlds.ts";

/** A meaning of an integer: one of the operators, or something outside their table. */
export type Meaning = OperatorName | "other";

export const meanings: readonly Meaning[] = [...operatorNames, "other"];

/** The probabilities of an integer's meanings, and the evidence for the most likely. */
export interface Posterior {
  /** Probabilities that add up to 1. */
  readonly chances: ReadonlyMap<Meaning, number>;
  readonly best: Meaning;
  readonly confidence: number;
  /** Probes whose matches the best meaning predicted. */
  readonly predicted: readonly ProbeResult[];
  /** Whether no other operator fits all conditions that the best meaning fits, with the same matches. */
  readonly isAlone: boolean;
  /** Possible offsets of the target's clock from ours in milliseconds, if the best meaning is right. */
  readonly offsets: Intervals;
}

/** The weight of each meaning in each world, from all observations of one integer. */
export type Weights = ReturnType<typeof weigh>;

/** Prior probability of no listed meaning; nothing favours any operator beforehand. */
const otherPrior = 0.5;

/** Weighs all results of one integer. */
export const weigh = (results: readonly ProbeResult[], grounds: Grounds) => {
  const other = results.reduce((weight, result) => weight * likelihoodOfOther(result), otherPrior);
  const accounts = new Map(
    allSemantics.map((semantics) => [
      semantics,
      new Map(operatorNames.map((name) => [name, accountFor(name, results, semantics, grounds)])),
    ]),
  );
  const accountOf = (meaning: OperatorName, semantics: Semantics): IntegerAccount => {
    const account = accounts.get(semantics)?.get(meaning);
    if (account === undefined) throw new Error(`${meaning} is no operator`);
    return account;
  };
  const sums: number[] = [];
  const shares = allSemantics.flatMap((semantics) =>
    unfitPolicies.map((policy) => {
      const weights = operatorNames.map((name) => {
        return weightOf(accountOf(name, semantics), policy);
      });
      const sum = weights.reduce((total, weight) => total + weight, other);
      sums.push(sum);
      return [...weights, other].map((weight) => weight / sum);
    }),
  );
  return {
    /** In the order of `worlds`: the sum over all meanings. */
    sums,
    /** In the order of `worlds`: shares of the sum, in the order of `meanings`. */
    shares,
    account: accountOf,
  };
};

/** Probability of each world, in the order of `worlds`, from the observations of all integers. */
export const worldChances = (all: readonly Weights[]): readonly number[] => {
  const logs = worlds.map(({ prior }, index) =>
    all.reduce((sum, { sums }) => sum + Math.log(sums[index] ?? 0), Math.log(prior)),
  );
  const highest = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
};

/** The most likely world. */
export const likeliestWorld = (chances: readonly number[]): World => {
  const best = worlds[chances.indexOf(Math.max(...chances))] ?? worlds[0];
  if (best === undefined) throw new Error("there is no world");
  return best;
};

const isFitting = ({ misfit, isAsPredicted }: Reading): boolean => misfit === undefined && isAsPredicted;

/** The probability of each meaning of an integer, over all worlds. */
export const posteriorOf = ({ shares, account }: Weights, chances: readonly number[]): Posterior => {
  const all = meanings.map((meaning, index): [Meaning, number] => [
    meaning,
    chances.reduce((sum, chance, world) => sum + chance * (shares[world]?.[index] ?? 0), 0),
  ]);
  const [best, confidence] = all.reduce((one, other) => (other[1] > one[1] ? other : one));
  const { semantics } = likeliestWorld(chances);
  const evidence = best === "other" ? undefined : account(best, semantics);
  // An operator that only other answers rule out may still be meant, if the target reads some values in its own way.
  const isRival = (name: OperatorName): boolean => {
    const { readings } = account(name, semantics);
    return (evidence?.readings ?? []).every(
      (reading, index) =>
        !isFitting(reading) || (readings[index] !== undefined && isFitting(readings[index])),
    );
  };
  return {
    chances: new Map(all),
    best,
    confidence,
    predicted: evidence?.predicted ?? [],
    isAlone: !operatorNames.some((name) => name !== best && isRival(name)),
    offsets: evidence?.offsets ?? [],
  };
};

/** Required probability of a meaning, and number of informative probes that it must predict. */
export const sureEnough = 0.99;
export const predictedEnough = 2;

/** The decided meaning, if there is one. */
export const decidedMeaning = (posterior: Posterior): OperatorName | undefined =>
  posterior.best !== "other" &&
  posterior.confidence >= sureEnough &&
  posterior.isAlone &&
  posterior.predicted.length >= predictedEnough
    ? posterior.best
    : undefined;
