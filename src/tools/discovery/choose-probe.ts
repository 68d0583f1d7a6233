import type { OperatorName } from "../../contract/queries/operators.ts";
import { operatorNames, operators } from "../../contract/queries/operators.ts";
import { type Belief, decidedMeaning } from "./posteriors.ts";
import type { Predictions } from "./predict.ts";
import { isTelling, type Observation, type Probe } from "./probe.ts";

/** What decides which probe is worth its request. */
export interface Choice {
  readonly probes: readonly Probe[];
  readonly predictions: Predictions;
  /** When it is at the target, as far as is known, in milliseconds. */
  readonly now: number;
  /** So many probes of one integer, and no more is expected of them. */
  readonly mostProbes: number;
}

/** What a meaning foretells, in one word: alike for meanings that the probe cannot tell apart. */
interface Foretelling {
  readonly word: string;
  /** Whether a confirmation would say something. */
  readonly tells: boolean;
}

const refusal: Foretelling = { word: "refused", tells: false };

const foretellingOf = (meaning: OperatorName, probe: Probe, { predictions, now }: Choice): Foretelling => {
  const matches = predictions.matches(meaning, probe, now);
  if (matches !== undefined) return { word: matches, tells: isTelling(matches) };
  const prediction = predictions.of(meaning, probe);
  // A value where several may stand is mostly taken, one where none may stand is not.
  return prediction.kind === "matches" && operators[meaning].arity === "many"
    ? { word: prediction.matches, tells: false }
    : refusal;
};

/** What each operator foretells of a probe, the same for all integers that are asked about at one time. */
const foretellings = new WeakMap<Choice, Map<Probe, ReadonlyMap<OperatorName, Foretelling>>>();

const foretellingsOf = (probe: Probe, choice: Choice): ReadonlyMap<OperatorName, Foretelling> => {
  let known = foretellings.get(choice);
  if (known === undefined) foretellings.set(choice, (known = new Map()));
  let ofProbe = known.get(probe);
  if (ofProbe === undefined) {
    ofProbe = new Map(operatorNames.map((meaning) => [meaning, foretellingOf(meaning, probe, choice)]));
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

/** How much a probe is worth: what it tells apart, and a little for what it would confirm. */
interface Worth {
  readonly bits: number;
  readonly confirms: number;
}

const confirmationWorth = 0.4;

const worthOf = (probe: Probe, belief: Belief, choice: Choice): Worth => {
  const byWord = new Map<string, number>();
  let confirms = 0;
  for (const [meaning, { word, tells }] of foretellingsOf(probe, choice)) {
    const chance = belief.chances.get(meaning) ?? 0;
    if (chance < 1e-6) continue;
    byWord.set(word, (byWord.get(word) ?? 0) + chance);
    if (tells) confirms += chance;
  }
  return { bits: entropy(byWord.values()), confirms };
};

const leastBits = 0.02;
const leastConfirmation = 0.3;

/** A second question about the same parameter says less than one about another. */
const sameColumn = 0.8;

/**
 * The probe that tells most about an integer, of those it was not asked with yet; undefined when its meaning is decided
 * or none would tell anything.
 */
export const nextProbe = (
  belief: Belief,
  observations: readonly Observation[],
  choice: Choice,
): Probe | undefined =>
  decidedMeaning(belief) === undefined ? mostTelling(belief, observations, choice) : undefined;

/** The same for an integer whose meaning is decided: one more confirmation, on another parameter where there is one. */
export const confirmingProbe = (
  belief: Belief,
  observations: readonly Observation[],
  choice: Choice,
): Probe | undefined => mostTelling(belief, observations, choice);

const mostTelling = (
  belief: Belief,
  observations: readonly Observation[],
  choice: Choice,
): Probe | undefined => {
  if (observations.length >= choice.mostProbes) return undefined;
  const asked = new Set(observations.map(({ probe }) => probe));
  const columns = new Set(observations.map(({ probe }) => probe.column));
  let best: { readonly probe: Probe; readonly value: number } | undefined;
  for (const probe of choice.probes) {
    if (asked.has(probe)) continue;
    const { bits, confirms } = worthOf(probe, belief, choice);
    if (bits < leastBits && confirms < leastConfirmation) continue;
    const value = (bits + confirmationWorth * confirms) * (columns.has(probe.column) ? sameColumn : 1);
    if (best === undefined || value > best.value) best = { probe, value };
  }
  return best?.probe;
};
