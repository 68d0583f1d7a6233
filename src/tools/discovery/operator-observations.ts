import type { Plan } from "../../harness/model/check.ts";
import { largestOperator } from "../../contract/queries/dialect/dialect.ts";
import { type Belief, believe, decidedMeaning, type Grounds } from "./posteriors.ts";
import { confirmingProbe, nextProbe } from "./choose-probe.ts";
import type { ProbeClient } from "./probe-client.ts";
import type { Hints } from "./hints.ts";
import { looksAtClock, Predictions } from "./predict.ts";
import { conditionOf, filteredCall, type Observation, observedIn, type Probe } from "./probe.ts";
import { common, everywhen, someTimeIn, type Spans } from "./intervals.ts";

/** The thirty integers (DON-12). */
export const operatorCodes: readonly number[] = Array.from(
  { length: largestOperator + 1 },
  (_, code) => code,
);

/** One integer and what to ask with it. */
export interface Trial {
  readonly code: number;
  readonly probe: Probe;
}

/** What was observed of the thirty integers, and what follows from it. */
export class OperatorObservations {
  readonly predictions = new Predictions();
  readonly #observations = new Map<number, Observation[]>();
  readonly #hints: Hints;
  #offsets: Spans = everywhen;
  #isStable: Grounds["isStable"];
  #beliefs = new Map<number, Belief>();

  constructor(hints: Hints) {
    this.#hints = hints;
  }

  of(code: number): readonly Observation[] {
    return this.#observations.get(code) ?? [];
  }

  add(code: number, observation: Observation): void {
    this.#observations.set(code, [...this.of(code), observation]);
    this.#beliefs.delete(code);
  }

  /** How far ahead of ours the target's clock may be, in milliseconds. */
  get offsets(): Spans {
    return this.#offsets;
  }

  trustClock(offsets: Spans): void {
    this.#offsets = offsets;
    this.#beliefs = new Map();
  }

  /** Leaves records out that did not stay as they were. */
  leaveOut(isStable: NonNullable<Grounds["isStable"]>): void {
    this.#isStable = isStable;
    this.#beliefs = new Map();
  }

  belief(code: number): Belief {
    const known = this.#beliefs.get(code);
    if (known !== undefined) return known;
    const belief = this.weighed(code, this.#offsets, true);
    this.#beliefs.set(code, belief);
    return belief;
  }

  /** What would be believed on other grounds. */
  weighed(code: number, offsets: Spans, ignoresCase: boolean): Belief {
    const isStable = this.#isStable;
    return believe(this.of(code), this.#hints.prior(code), {
      predictions: this.predictions,
      offsets,
      ignoresCase,
      ...(isStable === undefined ? {} : { isStable }),
    });
  }
}

/** Sends trials, all at once; a failure gives undefined. */
export function* askTrials(
  desk: ProbeClient,
  wanted: readonly Trial[],
  singleValueField: string,
): Plan<readonly (Observation | undefined)[]> {
  const answers = yield* desk.ask(
    wanted.map(({ code, probe }, index) =>
      filteredCall(
        probe.sample,
        0,
        [conditionOf(probe, code, singleValueField)],
        `operator ${code}, trial ${index}`,
      ),
    ),
  );
  return wanted.map(({ probe }, index) => {
    const answer = answers[index];
    const observed = answer === undefined ? undefined : observedIn(probe.sample, answer);
    if (answer === undefined || observed === undefined) return undefined;
    return { probe, observed, sentAt: answer.sentAt, answeredAt: answer.answeredAt };
  });
}

/** Sends trials and keeps what they come to. */
export function* observe(
  desk: ProbeClient,
  trials: OperatorObservations,
  wanted: readonly Trial[],
  singleValueField: string,
): Plan<readonly (Observation | undefined)[]> {
  const observations = yield* askTrials(desk, wanted, singleValueField);
  for (const [index, observation] of observations.entries()) {
    const trial = wanted[index];
    if (trial !== undefined && observation !== undefined) trials.add(trial.code, observation);
  }
  return observations;
}

export interface Experiment {
  readonly desk: ProbeClient;
  readonly trials: OperatorObservations;
  readonly probes: readonly Probe[];
  readonly singleValueField: string;
  /** How many probes of one integer are worth while. */
  readonly mostProbes: number;
  /** Milliseconds since the epoch, by our clock. */
  now(): number;
}

/** A quarter of an hour and a second: clocks that are kept. */
export const trustedOffsets = (ahead: number): Spans => [{ from: ahead - 901_000, to: ahead + 901_000 }];

/** What the clock must be for every meaning that was decided and looks at it. */
const agreedOffsets = (trials: OperatorObservations): Spans =>
  operatorCodes.reduce((offsets, code) => {
    const belief = trials.belief(code);
    const meaning = decidedMeaning(belief);
    return meaning === undefined || !looksAtClock(meaning) ? offsets : common(offsets, belief.offsets);
  }, trials.offsets);

/** The time at the target as far as is known. */
export const timeThere = ({ trials, now }: Experiment): number => {
  const here = now();
  return here + someTimeIn(agreedOffsets(trials), someTimeIn(trials.offsets, 0));
};

const choiceOf = (experiment: Experiment): Parameters<typeof nextProbe>[2] => ({
  probes: experiment.probes,
  predictions: experiment.trials.predictions,
  now: timeThere(experiment),
  mostProbes: experiment.mostProbes,
});

/**
 * Asks about every integer that is undecided, a probe each at a time, until nothing more would tell anything, or no
 * more of the budget is left than is to be kept. Whether it came to its end.
 */
export function* decideMeanings(experiment: Experiment, keep: number): Plan<boolean> {
  const { desk, trials, singleValueField } = experiment;
  for (;;) {
    const choice = choiceOf(experiment);
    const wanted = operatorCodes.flatMap((code): Trial[] => {
      const probe = nextProbe(trials.belief(code), trials.of(code), choice);
      return probe === undefined ? [] : [{ code, probe }];
    });
    if (wanted.length === 0) return true;
    const affordable = wanted.slice(0, Math.max(0, desk.left - keep));
    if (affordable.length === 0) return false;
    yield* observe(desk, trials, affordable, singleValueField);
  }
}

/** Asks once more about every integer that is decided. */
export function* confirmMeanings(experiment: Experiment): Plan {
  const { desk, trials, singleValueField } = experiment;
  const choice = choiceOf(experiment);
  const wanted = operatorCodes.flatMap((code): Trial[] => {
    const belief = trials.belief(code);
    const probe =
      decidedMeaning(belief) === undefined ? undefined : confirmingProbe(belief, trials.of(code), choice);
    return probe === undefined ? [] : [{ code, probe }];
  });
  yield* observe(desk, trials, wanted, singleValueField);
}

/** How likely a meaning has to be under another time, and how unlikely under the one that the target tells. */
const likelyEnough = 0.8;
const unlikelyEnough = 0.001;

/**
 * Whether integers make sense under some other time only: then the target's clock is not what was thought, and no
 * time is taken for given any more.
 */
export const clockIsOff = (trials: OperatorObservations): boolean =>
  operatorCodes.some((code) => {
    const { best, confidence, foretold } = trials.weighed(code, everywhen, true);
    if (best === "other" || !looksAtClock(best) || confidence < likelyEnough || foretold.length === 0)
      return false;
    return (trials.belief(code).chances.get(best) ?? 0) < unlikelyEnough;
  });
