import type { Plan } from "../../core/model/check.ts";
import { largestOperator } from "../../builtin/queries/dialect/dialect.ts";
import { type Grounds, wideChance } from "./likelihood.ts";
import {
  decidedMeaning,
  likeliestWorld,
  type Meaning,
  type Posterior,
  posteriorOf,
  predictedEnough,
  weigh,
  type Weights,
  worldChances,
} from "./posteriors.ts";
import { type ProbeChoice, type Expectation, mostInformative } from "./choose-probe.ts";
import type { ProbeClient } from "./probe-client.ts";
import type { Hints } from "./hints.ts";
import { looksAtClock, Predictions } from "./predict.ts";
import { conditionOf, sampleProbe, type Probe, probeResult, type ProbeResult } from "./probe.ts";
import type { Semantics } from "./worlds.ts";
import { intersection, anyTime, someTimeIn, type Intervals } from "./intervals.ts";

/** The thirty integers (DON-12). */
export const operatorCodes: readonly number[] = Array.from(
  { length: largestOperator + 1 },
  (_, code) => code,
);

/** One integer and the probe to send with it. */
export interface OperatorProbe {
  readonly code: number;
  readonly probe: Probe;
}

/** From this probability on, a meaning is examined without the target's hints. */
const narrowed = 0.5;

/** Observations of the thirty integers, and the conclusions. */
export class OperatorObservations {
  readonly predictions = new Predictions();
  readonly #results = new Map<number, ProbeResult[]>();
  readonly #hints: Hints;
  #offsets: Intervals = anyTime;
  #isStable: Grounds["isStable"];
  #weights = new Map<number, Weights>();
  #worlds: readonly number[] | undefined;
  /** Requested repeatedly between two answers. */
  #posteriors = new Map<number, Posterior>();

  constructor(hints: Hints) {
    this.#hints = hints;
  }

  of(code: number): readonly ProbeResult[] {
    return this.#results.get(code) ?? [];
  }

  add(code: number, result: ProbeResult): void {
    this.#results.set(code, [...this.of(code), result]);
    this.#weights.delete(code);
    this.#worlds = undefined;
    this.#posteriors = new Map();
  }

  /** Possible offsets of the target's clock from ours, in milliseconds. */
  get offsets(): Intervals {
    return this.#offsets;
  }

  trustClock(offsets: Intervals): void {
    this.#offsets = offsets;
    this.#forget();
  }

  /** Excludes records that changed. */
  leaveOut(isStable: NonNullable<Grounds["isStable"]>): void {
    this.#isStable = isStable;
    this.#forget();
  }

  /** Probability of each world, in the order of `worlds`. */
  get worldChances(): readonly number[] {
    this.#worlds ??= worldChances(operatorCodes.map((code) => this.#weightsOf(code)));
    return this.#worlds;
  }

  /** The semantics of the most likely world. */
  get semantics(): Semantics {
    return likeliestWorld(this.worldChances).semantics;
  }

  /** Conclusions from observations alone. */
  posterior(code: number): Posterior {
    const known = this.#posteriors.get(code) ?? posteriorOf(this.#weightsOf(code), this.worldChances);
    this.#posteriors.set(code, known);
    return known;
  }

  /** The posterior if the target's clock may show another time. */
  posteriorUnder(code: number, offsets: Intervals): Posterior {
    return posteriorOf(weigh(this.of(code), this.#grounds(offsets)), this.worldChances);
  }

  /** Expectations from observations and from the target's hints. Decides no meaning. */
  expectation(code: number): Expectation {
    const { semantics, unfit } = likeliestWorld(this.worldChances);
    const weights = this.#weightsOf(code);
    const posterior = this.posterior(code);
    return {
      wantsConfirmation: posterior.predicted.length < predictedEnough || !posterior.isAlone,
      chances: posterior.confidence > narrowed ? posterior.chances : this.#hinted(posterior, code),
      wide: (meaning, misfit) => wideChance(weights.account(meaning, semantics), unfit, misfit),
    };
  }

  #hinted({ chances }: Posterior, code: number): ReadonlyMap<Meaning, number> {
    const prior = this.#hints.prior(code);
    const weights = [...chances].map(
      ([meaning, chance]) => [meaning, meaning === "other" ? chance : chance * prior(meaning)] as const,
    );
    const sum = weights.reduce((total, [, weight]) => total + weight, 0);
    return new Map(weights.map(([meaning, weight]) => [meaning, weight / sum]));
  }

  #forget(): void {
    this.#weights = new Map();
    this.#worlds = undefined;
    this.#posteriors = new Map();
  }

  #grounds(offsets: Intervals): Grounds {
    const isStable = this.#isStable;
    return { predictions: this.predictions, offsets, ...(isStable === undefined ? {} : { isStable }) };
  }

  #weightsOf(code: number): Weights {
    let weights = this.#weights.get(code);
    if (weights === undefined)
      this.#weights.set(code, (weights = weigh(this.of(code), this.#grounds(this.#offsets))));
    return weights;
  }
}

/** Sends probes concurrently and records their results; a failure yields undefined. */
export function* observeOperators(
  client: ProbeClient,
  observations: OperatorObservations,
  wanted: readonly OperatorProbe[],
  singleValueField: string,
): Plan<readonly (ProbeResult | undefined)[]> {
  const answers = yield* client.ask(
    wanted.map(({ code, probe }, index) =>
      sampleProbe(
        probe.sample,
        0,
        [conditionOf(probe, code, singleValueField)],
        `operator ${code}, probe ${index}`,
      ),
    ),
  );
  return wanted.map(({ code, probe }, index) => {
    const result = probeResult(probe, answers[index]);
    if (result !== undefined) observations.add(code, result);
    return result;
  });
}

export interface Experiment {
  readonly client: ProbeClient;
  readonly observations: OperatorObservations;
  readonly probes: readonly Probe[];
  readonly singleValueField: string;
  /** Maximum number of probes per integer. */
  readonly mostProbes: number;
  /** Milliseconds since the epoch, on our clock. */
  now(): number;
}

/** A quarter of an hour and a second: the error of a maintained clock. */
export const trustedOffsets = (ahead: number): Intervals => [{ from: ahead - 901_000, to: ahead + 901_000 }];

/** The clock offsets that every decided meaning allows. */
export const agreedOffsets = (observations: OperatorObservations): Intervals =>
  operatorCodes.reduce((offsets, code) => {
    const posterior = observations.posterior(code);
    const meaning = decidedMeaning(posterior);
    return meaning === undefined || !looksAtClock(meaning)
      ? offsets
      : intersection(offsets, posterior.offsets);
  }, observations.offsets);

/** The target's time, as far as known. */
export const timeThere = ({ observations, now }: Experiment): number => {
  const here = now();
  return here + someTimeIn(agreedOffsets(observations), someTimeIn(observations.offsets, 0));
};

const choiceOf = (experiment: Experiment): ProbeChoice => ({
  probes: experiment.probes,
  predictions: experiment.observations.predictions,
  worldChances: experiment.observations.worldChances,
  now: timeThere(experiment),
  mostProbes: experiment.mostProbes,
});

/** The most informative probe for each integer whose meaning is decided, or is not. */
const probesFor = (experiment: Experiment, isDecided: boolean): readonly OperatorProbe[] => {
  const { observations } = experiment;
  const choice = choiceOf(experiment);
  return operatorCodes.flatMap((code): OperatorProbe[] => {
    if ((decidedMeaning(observations.posterior(code)) !== undefined) !== isDecided) return [];
    const expectation = observations.expectation(code);
    const wantsConfirmation = isDecided || expectation.wantsConfirmation;
    const probe = mostInformative({ ...expectation, wantsConfirmation }, observations.of(code), choice);
    return probe === undefined ? [] : [{ code, probe }];
  });
};

/**
 * Sends one probe at a time for every undecided integer, until no probe is informative, or only `keep` requests are
 * left. Returns whether every integer was probed.
 */
export function* decideMeanings(experiment: Experiment, keep: number): Plan<boolean> {
  const { client, observations, singleValueField } = experiment;
  for (;;) {
    const wanted = probesFor(experiment, false);
    if (wanted.length === 0) return true;
    const affordable = wanted.slice(0, Math.max(0, client.left - keep));
    if (affordable.length === 0) return false;
    yield* observeOperators(client, observations, affordable, singleValueField);
  }
}

/** Sends one more probe for every decided integer. */
export function* confirmMeanings(experiment: Experiment): Plan {
  const { client, observations, singleValueField } = experiment;
  yield* observeOperators(client, observations, probesFor(experiment, true), singleValueField);
}

/** Required probability of a meaning under one time, and its maximum under the other. */
const likelyEnough = 0.8;
const unlikelyEnough = 0.001;

/** The meanings of the integers that make sense under some times of the target, and not under others. */
const speakingFor = (
  observations: OperatorObservations,
  times: Intervals,
  others: Intervals,
): ReadonlySet<Meaning> =>
  new Set(
    operatorCodes.flatMap((code) => {
      const { best, confidence, predicted } = observations.posteriorUnder(code, times);
      if (best === "other" || !looksAtClock(best) || confidence < likelyEnough || predicted.length === 0)
        return [];
      const elsewhere = observations.posteriorUnder(code, others).chances.get(best) ?? 0;
      return elsewhere < unlikelyEnough ? [best] : [];
    }),
  );

/** Whether an integer only makes sense under another time than the stated one. */
export const clockMayBeOff = (observations: OperatorObservations): boolean =>
  speakingFor(observations, anyTime, observations.offsets).size > 0;

/**
 * Whether all integers that depend on the time agree on another one: several of them make sense only under it, and fewer
 * only under the stated one. No clock shows two times: what alone fits another time has a meaning that is not listed.
 */
export const clockIsOff = (observations: OperatorObservations, stated: Intervals): boolean => {
  const agreed = agreedOffsets(observations);
  const moved = speakingFor(observations, agreed, stated).size;
  return agreed.length > 0 && moved > 1 && moved > speakingFor(observations, stated, agreed).size;
};
