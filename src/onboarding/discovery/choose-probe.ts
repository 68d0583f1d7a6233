import { madeOnce } from "../../core/model/made-once.ts";
import type { OperatorName } from "../../builtin/queries/operators.ts";
import { operatorNames } from "../../builtin/queries/operators.ts";
import type { Meaning } from "./posteriors.ts";
import type { Misfit, Predictions } from "./predict.ts";
import {
  allMatches,
  isInformative,
  isShown,
  type Matches,
  noneOf,
  type Probe,
  type ProbeResult,
} from "./probe.ts";
import { type Semantics, type UnfitPolicy, type World, worlds } from "./worlds.ts";

/** Data for deciding which probe is worth a request. */
export interface ProbeChoice {
  readonly probes: readonly Probe[];
  readonly predictions: Predictions;
  /** Probability of each world, in the order of `worlds`. */
  readonly worldChances: readonly number[];
  /** The target's time, as far as known, in milliseconds. */
  readonly now: number;
  /** Maximum number of probes per integer. */
  readonly mostProbes: number;
}

/** Expectations for one integer. */
export interface Expectation {
  readonly chances: ReadonlyMap<Meaning, number>;
  /** Probability that it reads what it can of a kind of misfit, given a meaning. */
  wide(meaning: OperatorName, misfit: Misfit): number;
  /** Whether more predictions must be confirmed before a meaning is decided. */
  readonly wantsConfirmation: boolean;
}

/** A possible answer under a meaning: matching records, or a refusal. */
type Answer = Matches | "refused";

/** Probabilities of answers, by number. */
type Chances = ReadonlyMap<number, number>;

/** One answer by its number: its probability under the target's policy, and under a wide reading. */
interface Outcome {
  readonly answer: number;
  readonly plain: number;
  /** The bits of `plain`, which are added for every integer. */
  readonly plainBits: number;
  readonly wide: number;
}

/** The consequences of a meaning; for a misfit, under the target's policy or a wide reading. */
interface Outlook {
  readonly outcomes: readonly Outcome[];
  /** Undefined if a wide reading makes no difference. */
  readonly misfit: Misfit | undefined;
  /** The predicted matches, if they are evidence. */
  readonly evidence: Matches | undefined;
}

/** Less likely worlds are not forecast. */
const leastWorld = 0.01;

const policyAnswer: Readonly<Record<UnfitPolicy, (probe: Probe) => Answer>> = {
  refuses: () => "refused",
  "matches nothing": ({ sample }) => noneOf(sample),
  "matches everything": ({ sample }) => allMatches(sample),
};

/** Numbers answers in order of appearance. */
class Answers {
  readonly #numbers = new Map<Answer, number>();

  get count(): number {
    return this.#numbers.size;
  }

  /** The probabilities of the answers in several worlds. */
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

const likelyWorlds = ({ worldChances }: ProbeChoice): readonly LikelyWorld[] =>
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
  { predictions, now }: ProbeChoice,
  likely: readonly LikelyWorld[],
): Outlook => {
  const usual = predictions.of(meaning, probe);
  if (usual.kind !== "unfit") {
    const matches = (semantics?: Semantics): Matches =>
      predictions.matches(meaning, probe, now, semantics) ?? noneOf(probe.sample);
    return {
      outcomes: outcomesOf(answers.over(likely, ({ semantics }) => matches(semantics))),
      misfit: undefined,
      evidence: isInformative(matches()) ? matches() : undefined,
    };
  }
  const plain = answers.over(likely, ({ unfit }) => policyAnswer[unfit](probe));
  const reading = (semantics: Semantics): Matches | undefined => {
    const prediction = predictions.of(meaning, probe, semantics);
    return prediction.kind === "unfit" ? prediction.reading : undefined;
  };
  if (usual.reading === undefined)
    return { outcomes: outcomesOf(plain), misfit: undefined, evidence: undefined };
  const wide = answers.over(likely, ({ semantics }) => reading(semantics) ?? noneOf(probe.sample));
  return { outcomes: outcomesOf(plain, wide), misfit: usual.misfit, evidence: undefined };
};

const forecastOf = (probe: Probe, choice: ProbeChoice) => {
  const answers = new Answers();
  const likely = likelyWorlds(choice);
  const byMeaning = new Map(
    operatorNames.map((meaning) => [meaning, outlookOf(meaning, probe, answers, choice, likely)]),
  );
  return { answers: answers.count, byMeaning };
};

/** Possible answers to each probe, shared by all integers of one round. */
const forecastsOf = madeOnce((choice: ProbeChoice) => madeOnce((probe: Probe) => forecastOf(probe, choice)));

const leastChance = 1e-4;

const worthOf = (
  probe: Probe,
  expectation: Expectation,
  results: readonly ProbeResult[],
  choice: ProbeChoice,
) => {
  const { answers, byMeaning } = forecastsOf(choice)(probe);
  const totals = new Float64Array(answers);
  let [within, confirms, sum] = [0, 0, 0];
  for (const [meaning, outlook] of byMeaning) {
    const chance = expectation.chances.get(meaning) ?? 0;
    if (chance < leastChance) continue;
    sum += chance;
    const { evidence } = outlook;
    if (evidence !== undefined && !isShown(evidence, probe.sample, results)) confirms += chance;
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

/** Another probe of the same parameter is worth less. */
const sameColumn = 0.8;

/** The most informative unsent probe of an integer; undefined if there is none. */
export const mostInformative = (
  expectation: Expectation,
  results: readonly ProbeResult[],
  choice: ProbeChoice,
): Probe | undefined => {
  if (results.length >= choice.mostProbes) return undefined;
  const asked = new Set(results.map(({ probe }) => probe));
  const columns = new Set(results.map(({ probe }) => probe.column));
  let best: { readonly probe: Probe; readonly value: number } | undefined;
  for (const probe of choice.probes) {
    if (asked.has(probe)) continue;
    const { bits, ...worth } = worthOf(probe, expectation, results, choice);
    const confirms = expectation.wantsConfirmation ? worth.confirms : 0;
    if (bits < leastBits && confirms < leastConfirmation) continue;
    const value = (bits + confirmationWorth * confirms) * (columns.has(probe.column) ? sameColumn : 1);
    if (best === undefined || value > best.value) best = { probe, value };
  }
  return best?.probe;
};
