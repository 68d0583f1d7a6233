import type { OperatorName } from "../../contract/queries/operators.ts";
import { operatorNames, operators } from "../../contract/queries/operators.ts";
import { type Posterior, decidedMeaning } from "./posteriors.ts";
import type { Predictions } from "./predict.ts";
import { isInformative, type ProbeResult, type Probe } from "./probe.ts";

/** What decides which probe is worth its request. */
export interface Choice {
  readonly probes: readonly Probe[];
  readonly predictions: Predictions;
  /** The time at the target, as far as is known, in milliseconds. */
  readonly now: number;
  /** The most probes of one integer. */
  readonly mostProbes: number;
}

/** What a meaning predicts, in one word: equal for meanings that the probe cannot distinguish. */
interface PredictedWord {
  readonly word: string;
  /** Whether a confirmation is evidence. */
  readonly isInformative: boolean;
}

const refusal: PredictedWord = { word: "refused", isInformative: false };

const predictedWord = (meaning: OperatorName, probe: Probe, { predictions, now }: Choice): PredictedWord => {
  const matches = predictions.matches(meaning, probe, now);
  if (matches !== undefined) return { word: matches, isInformative: isInformative(matches) };
  const prediction = predictions.of(meaning, probe);
  // One value is mostly accepted where several are allowed, and refused where none is.
  return prediction.kind === "matches" && operators[meaning].arity === "many"
    ? { word: prediction.matches, isInformative: false }
    : refusal;
};

/** What each operator predicts of a probe, the same for all integers that are asked about at one time. */
const predictedByChoice = new WeakMap<Choice, Map<Probe, ReadonlyMap<OperatorName, PredictedWord>>>();

const predictedWords = (probe: Probe, choice: Choice): ReadonlyMap<OperatorName, PredictedWord> => {
  let known = predictedByChoice.get(choice);
  if (known === undefined) predictedByChoice.set(choice, (known = new Map()));
  let ofProbe = known.get(probe);
  if (ofProbe === undefined) {
    ofProbe = new Map(operatorNames.map((meaning) => [meaning, predictedWord(meaning, probe, choice)]));
    known.set(probe, ofProbe);
  }
  return ofProbe;
};

const entropy = (weights: Iterable<number>): number => {
  let [sum, bits] = [0, 0];
  const all = [...weights];
  for (const weight of all) sum += weight;
  if (sum === 0) return 0;
  for (const weight of all) if (weight > 0) bits -= (weight / sum) * Math.log2(weight / sum);
  return bits;
};

/** How much a probe is worth: the bits it is expected to give, and a little for what it would confirm. */
interface Worth {
  readonly bits: number;
  readonly confirms: number;
}

const confirmationWorth = 0.4;

const worthOf = (probe: Probe, posterior: Posterior, choice: Choice): Worth => {
  const byWord = new Map<string, number>();
  let confirms = 0;
  for (const [meaning, { word, isInformative }] of predictedWords(probe, choice)) {
    const chance = posterior.chances.get(meaning) ?? 0;
    if (chance < 1e-6) continue;
    byWord.set(word, (byWord.get(word) ?? 0) + chance);
    if (isInformative) confirms += chance;
  }
  return { bits: entropy(byWord.values()), confirms };
};

const leastBits = 0.02;
const leastConfirmation = 0.3;

/** A second probe of the same parameter is worth less than one of another. */
const sameColumn = 0.8;

/**
 * The most informative probe of an integer that was not sent yet; undefined when its meaning is decided or no probe is
 * informative.
 */
export const nextProbe = (
  posterior: Posterior,
  results: readonly ProbeResult[],
  choice: Choice,
): Probe | undefined =>
  decidedMeaning(posterior) === undefined ? mostInformative(posterior, results, choice) : undefined;

/** The same for an integer whose meaning is decided: one more confirmation, on another parameter where there is one. */
export const confirmingProbe = (
  posterior: Posterior,
  results: readonly ProbeResult[],
  choice: Choice,
): Probe | undefined => mostInformative(posterior, results, choice);

const mostInformative = (
  posterior: Posterior,
  results: readonly ProbeResult[],
  choice: Choice,
): Probe | undefined => {
  if (results.length >= choice.mostProbes) return undefined;
  const asked = new Set(results.map(({ probe }) => probe));
  const columns = new Set(results.map(({ probe }) => probe.column));
  let best: { readonly probe: Probe; readonly value: number } | undefined;
  for (const probe of choice.probes) {
    if (asked.has(probe)) continue;
    const { bits, confirms } = worthOf(probe, posterior, choice);
    if (bits < leastBits && confirms < leastConfirmation) continue;
    const value = (bits + confirmationWorth * confirms) * (columns.has(probe.column) ? sameColumn : 1);
    if (best === undefined || value > best.value) best = { probe, value };
  }
  return best?.probe;
};
