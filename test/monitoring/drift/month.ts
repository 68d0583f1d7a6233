import { delayed } from "./alterations.ts";
import { documentation } from "../../../src/builtin/documents.ts";
import { contract } from "../../../src/inputs/contract.ts";
import { runDrift } from "../../../src/monitoring/run/drift-run.ts";
import { createForecasts, forecastRun, sharedSeed } from "../../../src/onboarding/doctor/forecast-run.ts";
import { embeddedShape } from "../../../src/inputs/open-target.ts";
import { triedBy } from "../../../src/core/store/tried-steps.ts";
import { loadJudgingParts } from "../../../src/inputs/judging-parts.ts";
import { suite } from "../../../src/inputs/suite.ts";
import { openHistory } from "../../../src/monitoring/history/sqlite.ts";
import type { Clock } from "../../../src/core/model/clock.ts";
import type { DriftHistory, DriftReport } from "../../../src/core/model/drift.ts";
import { embeddedTarget } from "../../../src/inputs/embedded-target.ts";
import type { Target } from "../../../src/core/run/target.ts";
import { createManualClock, startInstant } from "../../../src/sandbox/clock.ts";
import { createSandbox, type Sandbox } from "../../../src/sandbox/sandbox.ts";
import { openStore, type Store } from "../../../src/core/store/store.ts";

/** What becomes of an answer to a run, which any object stands for. */
export type Alter = (response: Response, request: Request, run?: object) => Promise<Response> | Response;

export interface MonthOptions {
  readonly runs: number;
  /** Changes in force in a run. */
  readonly alter: (run: number) => readonly Alter[];
  /** Whether a report is the last that is wanted. */
  readonly isLast?: (report: DriftReport) => boolean;
  /** Whether the target gives no answer in a run. */
  readonly isDown?: (run: number) => boolean;
  /** Only these checks; all that read without it. */
  readonly checks?: readonly string[];
  readonly seed?: (run: number) => number;
  /** Donors in a run; 250 in every run without it. */
  readonly scale?: (run: number) => number;
  /** Of the sandbox's records; the usual one without it. */
  readonly records?: number;
  /** Requests that a run may make. */
  readonly budget?: number;
  /** Is given each report in the transaction that ends its run. */
  readonly keepWith?: (report: DriftReport) => Promise<void>;
  /** Where the runs are kept; in memory without it. It is closed at the end. */
  readonly store?: Store;
}

export interface Month {
  readonly reports: readonly DriftReport[];
  readonly histories: readonly DriftHistory[];
}

const dayMs = 86_400_000;

const forecasts = createForecasts(forecastRun, sharedSeed);

/** @param wait passes so many milliseconds before an answer that comes later */
export const alteredFetch =
  (sandbox: Sandbox, alters: readonly Alter[], wait: (ms: number) => void) =>
  async (request: Request): Promise<Response> => {
    let response = await sandbox.fetch(request.clone());
    for (const alter of alters) response = await alter(response, request, alters);
    const late = delayed(response);
    wait(late.ms);
    return late.response;
  };

/** A target that cannot be reached, as the live transport reports it. */
const unreachable = (target: Target): Target => ({
  ...target,
  transport: async () => ({
    kind: "failure",
    reason: "unreachable",
    message: "the address cannot be reached (ECONNREFUSED)",
  }),
});

/** Run after run against one sandbox, in process and at the sandbox's own time. */
export const simulateMonth = async (options: MonthOptions): Promise<Month> => {
  const { runs, alter, isDown = () => false, seed = (run) => run, budget = 300 } = options;
  const { isLast = () => false, keepWith } = options;
  const scale = options.scale ?? (() => 250);
  const sandboxClock = createManualClock(startInstant(1));
  const records = options.records === undefined ? {} : { seed: options.records };
  let sandbox = createSandbox({ ...records, scale: scale(1), clock: sandboxClock });
  const file = options.store ?? openStore(":memory:");
  const history = await openHistory(file, documentation);
  const parts = await loadJudgingParts(contract);
  const wanted = options.checks;
  const clock: Clock = { now: () => sandboxClock.now(), sleep: async () => undefined };
  const chosen = wanted === undefined ? {} : { checks: suite.checks.filter(({ id }) => wanted.includes(id)) };
  const reports: DriftReport[] = [];
  // As the command does: a run takes up where the last one has left off, and knows what its checks ask.
  const { config } = await embeddedShape(1, clock);
  const limited = { ...config, safety: { ...config.safety, writes: false, maxRequests: budget } };
  let late = 0;
  for (let run = 1; run <= runs; run += 1) {
    const target = embeddedTarget(
      { ...sandbox, fetch: alteredFetch(sandbox, alter(run), (ms) => (late += ms)) },
      { contract, clock, monotonic: () => sandboxClock.now() + late, random: () => 0.5 },
    );
    const { report } = await runDrift({
      target: { ...(isDown(run) ? unreachable(target) : target), budget },
      clock,
      runs: history,
      storePath: ":memory:",
      organization: "default",
      seed: seed(run),
      version: "0.0.0",
      baseline: new Set(),
      parts,
      triedBy: triedBy(config.baseUrls),
      forecast: (order) => forecasts({ config: limited, run: order, interfaces: config.interfaces }),
      ...chosen,
      ...(keepWith === undefined ? {} : { keepWith }),
    });
    reports.push(report);
    if (isLast(report)) break;
    if (scale(run + 1) !== scale(run)) {
      await sandbox.close();
      sandbox = createSandbox({ ...records, scale: scale(run + 1), clock: sandboxClock });
    }
    sandboxClock.advance(dayMs);
  }
  const histories = await Array.fromAsync(history.histories());
  file.close();
  await sandbox.close();
  return { reports, histories };
};
