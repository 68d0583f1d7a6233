import type { OperatorName } from "../../contract/queries/operators.ts";
import { operatorNames } from "../../contract/queries/operators.ts";
import { type Meaning, decidedMeaning, type Posterior } from "./posteriors.ts";
import type { Misfit, Predictions } from "./predict.ts";
import { allOf, isInformative, type Matches, noneOf, type Probe, type ProbeResult } from "./probe.ts";
import { type Semantics, type UnfitPolicy, type World, worlds } from "./worlds.ts";

/** What decides which probe is worth its request. */
export interface Choice {
  readonly probes: readonly Probe[];
  readonly predictions: Predictions;
  /** How likely each world is, in the order of `worlds`. */
  readonly worldChances: readonly number[];
  /** The time at the target, as far as is known, in milliseconds. */
  readonly now: number;
  /** The most probes of one integer. */
  readonly mostProbes: number;
}

/** What is expected of one integer. */
export interface Expectation {
  readonly chances: ReadonlyMap<Meaning, number>;
  /** How likely it reads what it can of a kind of misfit, if it has a meaning. */
  wide(meaning: OperatorName, misfit: Misfit): number;
  /** Whether more has to be predicted before a meaning is decided. */
  readonly wantsConfirmation: boolean;
}

/** An answer that a meaning may lead to: matching records, or a refusal. */
type Answer = Matches | "refused";

/** Answers by their numbers, each with its chance. */
type Chances = ReadonlyMap<number, number>;

/** One answer by its number: how likely it is by the target's policy, and by what it reads. */
interface Outcome {
  readonly answer: number;
  readonly plain: number;
  /** The bits of `plain`, which are summed up for every integer. */
  readonly plainBits: number;
  readonly wide: number;
}

/** What a meaning leads to: where it does not fit, by the target's policy or by what it reads. */
interface Outlook {
  readonly outcomes: readonly Outcome[];
  /** Undefined where what it reads makes no difference. */
  readonly misfit: Misfit | undefined;
  /** Whether the predicted answer is evidence. */
  readonly isInformative: boolean;
}

/** The answers to a probe, numbered, with their chances by meaning. */
type Forecast = ReturnType<typeof forecastOf>;

/** Worlds that are hardly possible are not forecast. */
const leastWorld = 0.01;

const policyAnswer: Readonly<Record<UnfitPolicy, (probe: Probe) => Answer>> = {
  refuses: () => "refused",
  "matches nothing": ({ sample }) => noneOf(sample),
  "matches everything": ({ sample }) => allOf(sample),
};

/** Numbers answers in the order in which they are met. */
class Answers {
  readonly #numbers = new Map<Answer, number>();

  get count(): number {
    return this.#numbers.size;
  }

  /** The chances of what worlds lead to. */
  over(likely: readonly LikelyWorld[], answerIn: (world: World) => Answer): Chances {
    const chances = new Map<number, number>();
    for (const [world, chance] of likely) {
      const number = this.#numberOf(answerIn(world));
      chances.set(number, (chances.get(number) ?? 0) + chance);
    }
    return chances;
  }

  #numberOf(answer: Answer): number {
    const known = this.#numbers.get(answer);
    if (known !== undefined) return known;
    this.#numbers.set(answer, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

type LikelyWorld = readonly [World, number];

const likelyWorlds = ({ worldChances }: Choice): readonly LikelyWorld[] =>
  worlds.flatMap((world, index): readonly LikelyWorld[] => {
    const chance = worldChances[index] ?? 0;
    return chance < leastWorld ? [] : [[world, chance]];
  });

const bitsOf = (chance: number): number => (chance > 0 ? -chance * Math.log2(chance) : 0);

const outcomesOf = (plain: Chances, wide: Chances = plain): readonly Outcome[] =>
  [...new Set([...plain.keys(), ...wide.keys()])].map((answer) => ({
    answer,
    plain: plain.get(answer) ?? 0,
    plainBits: bitsOf(plain.get(answer) ?? 0),
    wide: wide.get(answer) ?? 0,
  }));

const outlookOf = (
  meaning: OperatorName,
  probe: Probe,
  answers: Answers,
  { predictions, now }: Choice,
  likely: readonly LikelyWorld[],
): Outlook => {
  const usual = predictions.of(meaning, probe);
  if (usual.kind !== "unfit") {
    const matches = (semantics?: Semantics): Matches =>
      predictions.matches(meaning, probe, now, semantics) ?? noneOf(probe.sample);
    return {
      outcomes: outcomesOf(answers.over(likely, ({ semantics }) => matches(semantics))),
      misfit: undefined,
      isInformative: isInformative(matches()),
    };
  }
  const plain = answers.over(likely, ({ unfit }) => policyAnswer[unfit](probe));
  const reading = (semantics: Semantics): Matches | undefined => {
    const prediction = predictions.of(meaning, probe, semantics);
    return prediction.kind === "unfit" ? prediction.reading : undefined;
  };
  if (usual.reading === undefined)
    return { outcomes: outcomesOf(plain), misfit: undefined, isInformative: false };
  const wide = answers.over(likely, ({ semantics }) => reading(semantics) ?? noneOf(probe.sample));
  return { outcomes: outcomesOf(plain, wide), misfit: usual.misfit, isInformative: false };
};

const forecastOf = (probe: Probe, choice: Choice) => {
  const answers = new Answers();
  const likely = likelyWorlds(choice);
  const byMeaning = new Map(
    operatorNames.map((meaning) => [meaning, outlookOf(meaning, probe, answers, choice, likely)]),
  );
  return { answers: answers.count, byMeaning };
};

/** What each probe may be answered, the same for all integers that are asked about at one time. */
const forecasts = new WeakMap<Choice, Map<Probe, Forecast>>();

const forecast = (probe: Probe, choice: Choice): Forecast => {
  let known = forecasts.get(choice);
  if (known === undefined) forecasts.set(choice, (known = new Map()));
  let ofProbe = known.get(probe);
  if (ofProbe === undefined) known.set(probe, (ofProbe = forecastOf(probe, choice)));
  return ofProbe;
};

/** How much a probe is worth: the bits it is expected to give of the meaning, and a little for what it would confirm. */
interface Worth {
  readonly bits: number;
  readonly confirms: number;
}

const leastChance = 1e-4;

const worthOf = (probe: Probe, expectation: Expectation, choice: Choice): Worth => {
  const { answers, byMeaning } = forecast(probe, choice);
  const totals = new Float64Array(answers);
  let [within, confirms, sum] = [0, 0, 0];
  for (const [meaning, outlook] of byMeaning) {
    const chance = expectation.chances.get(meaning) ?? 0;
    if (chance < leastChance) continue;
    sum += chance;
    if (outlook.isInformative) confirms += chance;
    const { misfit } = outlook;
    const wideShare = misfit === undefined ? 0 : expectation.wide(meaning, misfit);
    for (const { answer, plain, plainBits, wide } of outlook.outcomes) {
      const share = plain * (1 - wideShare) + wide * wideShare;
      totals[answer] = (totals[answer] ?? 0) + chance * share;
      within += chance * (share === plain ? plainBits : bitsOf(share));
    }
  }
  if (sum === 0) return { bits: 0, confirms: 0 };
  let all = 0;
  for (const total of totals) all += bitsOf(total / sum);
  return { bits: Math.max(0, all - within / sum), confirms };
};

const confirmationWorth = 0.4;
const leastBits = 0.02;
const leastConfirmation = 0.3;

/** A second probe of the same parameter is worth less than one of another. */
const sameColumn = 0.8;

/** The most informative probe of an integer that was not sent yet; undefined when none is. */
export const mostInformative = (
  expectation: Expectation,
  results: readonly ProbeResult[],
  choice: Choice,
): Probe | undefined => {
  if (results.length >= choice.mostProbes) return undefined;
  const asked = new Set(results.map(({ probe }) => probe));
  const columns = new Set(results.map(({ probe }) => probe.column));
  let best: { readonly probe: Probe; readonly value: number } | undefined;
  for (const probe of choice.probes) {
    if (asked.has(probe)) continue;
    const { bits, ...worth } = worthOf(probe, expectation, choice);
    const confirms = expectation.wantsConfirmation ? worth.confirms : 0;
    if (bits < leastBits && confirms < leastConfirmation) continue;
    const value = (bits + confirmationWorth * confirms) * (columns.has(probe.column) ? sameColumn : 1);
    if (best === undefined || value > best.value) best = { probe, value };
  }
  return best?.probe;
};

/** The same, but undefined for an integer whose meaning is decided. */
export const nextProbe = (
  posterior: Posterior,
  expectation: Expectation,
  results: readonly ProbeResult[],
  choice: Choice,
): Probe | undefined =>
  decidedMeaning(posterior) === undefined ? mostInformative(expectation, results, choice) : undefined;
