import { faults } from "../src/contract/generated/faults.ts";
import { reportOn } from "./fault-run.ts";

/** One run: the fault, the requests that it was allowed, and whether it found the fault. */
export interface Trial {
  readonly fault: string;
  readonly budget: number;
  readonly found: boolean;
  readonly requests: number;
}

/** Some of the planted faults, and how often each is looked for. */
export interface Trials {
  /** One fault in so many. */
  readonly every: number;
  readonly budgets: readonly number[];
  readonly seed: number;
  /** Which part of them, of how many. */
  readonly part: number;
  readonly parts: number;
}

export const unlimited = Number.POSITIVE_INFINITY;

/** Reading runs against planted faults, each under every budget. */
export const trialsOf = async ({ part, parts, every, budgets, seed }: Trials): Promise<readonly Trial[]> => {
  const some = faults.filter((_, index) => index % every === 0).filter((_, index) => index % parts === part);
  const trials: Trial[] = [];
  for (const fault of some)
    for (const budget of budgets) {
      const { findings, summary } = await reportOn(fault, {
        allowWrites: false,
        seed,
        ...(budget === unlimited ? {} : { budget }),
      });
      const found = findings.some(({ fact }) => fact === fault.fact);
      trials.push({ fault: fault.id, budget, found, requests: summary.requests });
    }
  return trials;
};
