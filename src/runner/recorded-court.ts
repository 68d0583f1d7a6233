import type { Check } from "../model/check.ts";
import type { Exchange, ExchangeRequest } from "../model/exchange.ts";
import type { Observer } from "../model/observer.ts";
import type { RunEvent } from "../model/run-event.ts";
import { createJudgeTools, type JudgeValidation } from "./judge.ts";
import { createMask } from "./mask.ts";
import { createObserverBench } from "./observer-bench.ts";
import { type BenchTally, createPassiveBench, type PassiveBench } from "./passive-bench.ts";
import type { RunOptions } from "./run-options.ts";
import { createScoreboard, type Score, type Scoreboard } from "./scoreboard.ts";
import { createTroubles, type Troubles } from "./troubles.ts";

export interface CourtOptions extends Pick<RunOptions, "facts" | "unknowns" | "baseline"> {
  /** The checks to judge by; only the passive ones among them can. */
  readonly chosen: readonly Check[];
  readonly validation: JudgeValidation;
  /** The request of an exchange as evidence may show it. */
  readonly show: (exchange: Exchange) => ExchangeRequest;
  /** Those who answer open questions by what they see; none by default. */
  readonly observers?: readonly Observer[];
}

/** What a court has come to, as plain values: those over parts of a recording add up. */
export interface CourtState {
  readonly score: Score;
  readonly tallies: readonly BenchTally[];
}

/** The passive checks sitting in judgement on recorded exchanges. Keeps none of them. */
export interface RecordedCourt {
  /** Judges an exchange under the number of its entry. */
  judge(exchange: Exchange, number: number): void;
  /** Has the observers look at an exchange that is about to be judged. */
  watch(exchange: Exchange, number: number): void;
  /** What the observers came to. */
  tell(): Generator<RunEvent, void>;
  state(): CourtState;
  add(state: CourtState): void;
  readonly board: Scoreboard;
  readonly bench: PassiveBench;
  readonly troubles: Troubles;
}

const byId = (left: Check, right: Check): number => (left.id < right.id ? -1 : 1);

export const createRecordedCourt = ({
  chosen,
  validation,
  observers = [],
  ...options
}: CourtOptions): RecordedCourt => {
  const passive = chosen.filter((check) => check.effect === "passive").toSorted(byId);
  const troubles = createTroubles();
  const tools = createJudgeTools(validation);
  const board = createScoreboard({ ...options, mask: createMask() });
  const observing = createObserverBench(observers, tools, board, troubles);
  const bench = createPassiveBench(passive, tools, board, troubles);
  return {
    judge(exchange, number) {
      board.numberAs(exchange, number);
      // What is new is told at the end, in order: other parts of the recording may come first.
      bench.judge(exchange);
    },
    watch(exchange, number) {
      board.numberAs(exchange, number);
      observing.see(exchange);
    },
    tell: () => observing.tell(),
    state: () => ({ score: board.scored(), tallies: bench.tallies() }),
    add({ score, tallies }) {
      board.add(score);
      bench.add(tallies);
    },
    board,
    bench,
    troubles,
  };
};
