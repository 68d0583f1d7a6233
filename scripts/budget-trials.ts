import { faults } from "../src/builtin/faults/generated/faults.ts";
import { defaultSafety } from "../src/core/config/config.ts";
import { judgedFacts } from "../src/core/model/verdict.ts";
import { createTriedLog } from "../src/core/run/draw-moves.ts";
import type { Fault } from "../src/builtin/faults/fault.ts";
import { type Proof, proofsOf } from "./budget-hindsight.ts";
import { reportOn } from "./fault-run.ts";

/** One run: the fault, the number of allowed requests, and whether it found the fault. */
export interface Trial {
  readonly fault: string;
  readonly budget: number;
  readonly found: boolean;
  readonly requests: number;
  /** Number of facts with a verdict. */
  readonly judged: number;
}

/** A fault that an unlimited run finds, and the first of several runs under the default budget that finds it. */
export interface Discovery {
  readonly fault: string;
  readonly run: number | undefined;
}

/** Selects planted faults, and how often to look for each. */
export interface Trials {
  /** Takes one fault in this many. */
  readonly every: number;
  readonly budgets: readonly number[];
  readonly seed: number;
  /** Which part of them, of how many. */
  readonly part: number;
  readonly parts: number;
}

/** Several runs per fault, each of which continues the previous one. */
export interface RepeatedTrials extends Trials {
  readonly runs: number;
}

export const unlimited = Number.POSITIVE_INFINITY;

const partOf = ({ part, parts, every }: Trials): readonly Fault[] =>
  faults.filter((_, index) => index % every === 0).filter((_, index) => index % parts === part);

/** Reading runs against planted faults, each under every budget. */
export const trialsOf = async (order: Trials): Promise<readonly Trial[]> => {
  const trials: Trial[] = [];
  for (const fault of partOf(order))
    for (const budget of order.budgets) {
      const { findings, facts, summary } = await reportOn(fault, {
        allowWrites: false,
        seed: order.seed,
        ...(budget === unlimited ? {} : { budget }),
      });
      const found = findings.some(({ fact }) => fact === fault.fact);
      const judged = judgedFacts(facts);
      trials.push({ fault: fault.id, budget, found, requests: summary.requests, judged });
    }
  return trials;
};

/** Requests of a run by default. */
export const defaultBudget = Math.min(defaultSafety.maxRequests, defaultSafety.perHour);

const firstToFind = async (fault: Fault, runs: number): Promise<number | undefined> => {
  const tried = createTriedLog();
  for (let run = 1; run <= runs; run += 1) {
    const { findings } = await reportOn(fault, {
      allowWrites: false,
      seed: run,
      budget: defaultBudget,
      tried,
    });
    if (findings.some(({ fact }) => fact === fault.fact)) return run;
  }
  return undefined;
};

/** Runs against those planted faults that an unlimited run finds. */
export const discoveriesOf = async (
  order: RepeatedTrials,
  trials: readonly Trial[],
): Promise<readonly Discovery[]> => {
  const found = new Set(
    trials.filter((one) => one.budget === unlimited && one.found).map(({ fault }) => fault),
  );
  const discoveries: Discovery[] = [];
  for (const fault of partOf(order))
    if (found.has(fault.id)) discoveries.push({ fault: fault.id, run: await firstToFind(fault, order.runs) });
  return discoveries;
};

/** The proofs of each fault that an unlimited run finds. */
export const proofsOfAll = async (order: Trials): Promise<readonly (readonly Proof[])[]> => {
  const all: (readonly Proof[])[] = [];
  for (const fault of partOf(order))
    all.push(await proofsOf(fault, { allowWrites: false, seed: order.seed }));
  return all.filter((proofs) => proofs.length > 0);
};
