import type { Plan } from "../../core/model/check.ts";
import { decidedMeaning, sureEnough } from "./posteriors.ts";
import type { Predictions } from "./predict.ts";
import { isAnsweredAs, type Matches, type Probe } from "./probe.ts";
import {
  type Experiment,
  observeOperators,
  operatorCodes,
  type OperatorObservations,
  type OperatorProbe,
} from "./operator-observations.ts";
import { type SemanticTrait, traits, worlds } from "./worlds.ts";

/** The treatment of texts and missing values, as far as it is decided. */
export type FoundTraits = Readonly<Partial<Record<SemanticTrait, boolean>>>;

/** Number of conditions needed to decide one trait. */
const wanted = 3;

/** A condition whose matches depend on a trait: those with it, and those without. */
interface Question extends OperatorProbe {
  readonly matches: Readonly<Record<"with" | "without", Matches>>;
}

const questionOf = (
  { code, probe }: OperatorProbe,
  trait: SemanticTrait,
  observations: OperatorObservations,
): Question | undefined => {
  const { predictions, semantics } = observations;
  const meaning = decidedMeaning(observations.posterior(code));
  if (meaning === undefined) return undefined;
  const predicted = (value: boolean): ReturnType<Predictions["of"]> =>
    predictions.of(meaning, probe, { ...semantics, [trait]: value });
  const [one, other] = [predicted(true), predicted(false)];
  if (one.kind !== "fit" || other.kind !== "fit" || one.matches === other.matches) return undefined;
  return { code, probe, matches: { with: one.matches, without: other.matches } };
};

/** Number of answers to conditions of decided integers that fit only one value of a trait. */
const evidenceFor = (observations: OperatorObservations, trait: SemanticTrait, value: boolean): number => {
  return operatorCodes
    .flatMap((code) => observations.of(code).map((result) => ({ code, result })))
    .filter(({ code, result }) => {
      const question = questionOf({ code, probe: result.probe }, trait, observations);
      return (
        question !== undefined && isAnsweredAs(question.matches[value ? "with" : "without"], result.observed)
      );
    }).length;
};

/** The proven value of a trait, from all observations. */
const decidedTrait = (observations: OperatorObservations, trait: SemanticTrait): boolean | undefined => {
  const chance = observations.worldChances.reduce(
    (sum, ofWorld, index) => sum + (worlds[index]?.semantics[trait] === true ? ofWorld : 0),
    0,
  );
  const value = chance > 0.5;
  const isSure = Math.max(chance, 1 - chance) >= sureEnough;
  return isSure && evidenceFor(observations, trait, value) > 0 ? value : undefined;
};

const turned = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** The same conditions with the letter case of their values inverted. */
const turnedProbes = (probes: readonly Probe[]): readonly Probe[] =>
  probes
    .filter(({ column, shape }) => column.type === "text" && shape === "single")
    .map((probe) => ({ ...probe, operands: probe.operands.map((operand) => turned(String(operand))) }));

/** Conditions whose answers depend on a trait, of different integers first. */
const questionsAbout = (trait: SemanticTrait, { observations, probes }: Experiment): readonly Question[] => {
  const all = trait === "ignoresCase" ? [...turnedProbes(probes), ...probes] : probes;
  return operatorCodes
    .flatMap((code) => {
      const asked = new Set(observations.of(code).map(({ probe }) => probe));
      const question = all
        .filter((probe) => !asked.has(probe))
        .map((probe) => questionOf({ code, probe }, trait, observations))
        .find((found) => found !== undefined);
      return question === undefined ? [] : [question];
    })
    .slice(0, wanted);
};

/** Tests undecided traits with conditions of decided integers. */
export function* findTraits(experiment: Experiment): Plan<FoundTraits> {
  const { client, observations, singleValueField } = experiment;
  const found: Partial<Record<SemanticTrait, boolean>> = {};
  for (const trait of traits) {
    if (decidedTrait(observations, trait) === undefined)
      yield* observeOperators(client, observations, questionsAbout(trait, experiment), singleValueField);
    const value = decidedTrait(observations, trait);
    if (value !== undefined) found[trait] = value;
  }
  return found;
}
