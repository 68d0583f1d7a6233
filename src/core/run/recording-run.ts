import type { Check, PassiveCheck } from "../model/check.ts";
import type { Exchange, ExchangeRequest } from "../model/exchange.ts";
import type { Observer } from "../model/observer.ts";
import { nothing, plus, type Tally } from "../model/tally.ts";
import { createJudgeTools, type JudgeValidation } from "./judge.ts";
import { createMask } from "../privacy/mask.ts";
import { createObserverRunner } from "./observer-runner.ts";
import { createPassiveCheckRunner } from "./passive-check-runner.ts";
import type { RunOptions } from "./run-options.ts";
import { byId } from "./selection.ts";
import { createResultCollector } from "./result-collector.ts";
import { createRunProblems } from "./run-problems.ts";

export interface RecordingRunOptions extends Pick<RunOptions, "contract" | "baseline"> {
  /** Checks to judge by; only the passive ones can judge a recording. */
  readonly chosen: readonly Check[];
  readonly validation: JudgeValidation;
  /** The request of an exchange as evidence may show it. */
  readonly show: (exchange: Exchange) => ExchangeRequest;
  readonly observers?: readonly Observer[];
}

/** Judges recorded exchanges with the passive checks. Keeps no exchange. */
export const createRecordingRun = ({
  chosen,
  validation,
  observers = [],
  ...options
}: RecordingRunOptions) => {
  const judging = chosen
    .filter((check) => check.effect === "passive")
    // Whatever a run of tripact's leaves out, others may have asked.
    .map(({ unseen: _, ...check }): PassiveCheck => check)
    .toSorted(byId);
  const problems = createRunProblems();
  const tools = createJudgeTools(validation);
  const results = createResultCollector({ ...options, mask: createMask() });
  const observing = createObserverRunner(observers, tools, results, problems);
  const passive = createPassiveCheckRunner(judging, { contract: options.contract, tools, results, problems });
  return {
    /** Judges an exchange under the number of its entry. Returns the new events. */
    judge(exchange: Exchange, number: number) {
      results.numberAs(exchange, number);
      return passive.judge(exchange);
    },
    /** Shows the observers an exchange that is about to be judged. */
    watch(exchange: Exchange, number: number) {
      results.numberAs(exchange, number);
      observing.see(exchange);
    },
    observations: () => observing.events(),
    tally: () =>
      plus(results.tally(), { ...nothing, verdicts: passive.counts(), crashed: problems.crashes() }),
    add(tally: Tally) {
      results.add(tally);
      for (const check of tally.crashed) problems.crashed(check);
    },
    results,
    passive,
    problems,
  };
};
