import type { Check } from "../model/check.ts";
import type { Exchange, ExchangeRequest } from "../model/exchange.ts";
import { createJudgeTools, type Validation } from "./judge.ts";
import { createMask } from "./mask.ts";
import { type BenchTally, createPassiveBench, type PassiveBench } from "./passive-bench.ts";
import type { RunOptions } from "./run-options.ts";
import { createScoreboard, type Score, type Scoreboard } from "./scoreboard.ts";
import { createTroubles, type Troubles } from "./troubles.ts";

export interface CourtOptions extends Pick<RunOptions, "facts" | "unknowns" | "baseline"> {
  /** The checks to judge by; only the passive ones among them can. */
  readonly chosen: readonly Check[];
  readonly validation: Validation;
}

/** What a court has come to, as plain values: those over parts of a recording add up. */
export interface CourtState {
  readonly score: Score;
  readonly tallies: readonly BenchTally[];
}

/** The passive checks sitting in judgement on recorded exchanges. Keeps none of them. */
export interface RecordedCourt {
  /** Judges an exchange under the number of its entry; `shown` is its request as evidence may show it. */
  judge(exchange: Exchange, number: number, shown: () => ExchangeRequest): void;
  state(): CourtState;
  add(state: CourtState): void;
  readonly board: Scoreboard;
  readonly bench: PassiveBench;
  readonly troubles: Troubles;
}

const byId = (left: Check, right: Check): number => (left.id < right.id ? -1 : 1);

export const createRecordedCourt = ({ chosen, validation, ...options }: CourtOptions): RecordedCourt => {
  const passive = chosen.filter((check) => check.effect === "passive").toSorted(byId);
  const troubles = createTroubles();
  const tools = createJudgeTools(validation);
  let show: () => ExchangeRequest = () => {
    throw new Error("nothing is being judged");
  };
  const board = createScoreboard({ ...options, mask: createMask(), show: () => show() });
  const bench = createPassiveBench(passive, tools, board, troubles);
  return {
    judge(exchange, number, shown) {
      show = shown;
      board.numberAs(exchange, number);
      // What is new is told at the end, in order: other parts of the recording may come first.
      bench.judge(exchange);
    },
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
