import { contract } from "../../../src/inputs/contract.ts";
import { documentation } from "../../../src/builtin/documents.ts";
import type { Clock } from "../../../src/core/model/clock.ts";
import { embeddedTarget } from "../../../src/inputs/embedded-target.ts";
import { createManualClock, startInstant } from "../../../src/sandbox/clock.ts";
import { createSandbox, type Sandbox } from "../../../src/sandbox/sandbox.ts";
import { createForecasts, forecastRun, sharedSeed } from "../../../src/onboarding/doctor/forecast-run.ts";
import { loadJudgingParts } from "../../../src/inputs/judging-parts.ts";
import { readRun } from "../../../src/monitoring/run/drift-run.ts";
import type { Suite } from "../../../src/inputs/suite.ts";
import type { Database } from "../../../src/core/store/database.ts";
import { createRunRepository } from "../../../src/monitoring/history/create-repository.ts";
import type { RunContext } from "../../../src/monitoring/fleet/run/check-organization.ts";
import { runDay } from "../../../src/monitoring/fleet/run/run-day.ts";
import { type Alter, alteredFetch } from "../drift/month.ts";
import { dayOf } from "./fleet-runs.ts";
import { organizationOf, runContext } from "./run/run-context.ts";

const dayMs = 86_400_000;

/** A change that is in force from a day on. */
export interface SimulatedChange {
  /** Days from 1. */
  readonly from: number;
  /** Until the day before this one; it stays without it. */
  readonly until?: number;
  /** Undefined for a release of the platform. */
  readonly organization?: string;
  readonly alter: Alter;
}

export interface SimulatedFleet {
  readonly organizations: number;
  readonly days: number;
  readonly changes: readonly SimulatedChange[];
  /** Donors of the sandboxes that the organizations share. */
  readonly scales: readonly number[];
  /** Requests of a run. */
  readonly budget: number;
  /** Only these checks; all that read without it. */
  readonly checks?: Suite["checks"];
  /** How many more donors there are each week; none without it. */
  readonly growth?: number;
  /** Is called when the runs of a day have ended. */
  readonly afterDay?: (day: number) => Promise<void>;
}

export const simulatedName = (index: number): string => `org-${String(index + 1).padStart(2, "0")}`;

const forecasts = createForecasts(forecastRun, sharedSeed);

/** Reads organizations of several sizes, each at its own sandbox. */
const readerOf = async (
  { changes, budget, checks }: SimulatedFleet,
  sandboxOf: (at: number) => Sandbox | undefined,
  clock: Clock,
  day: () => number,
): Promise<RunContext["read"]> => {
  const parts = await loadJudgingParts(contract);
  return async (config, { ledger, run, earlier, signal }) => {
    const sandbox = sandboxOf(Number(run.organization.slice(4)));
    if (sandbox === undefined) throw new Error("there are sandboxes");
    const inForce = changes.filter(
      ({ from, until = Infinity, organization = run.organization }) =>
        day() >= from && day() < until && organization === run.organization,
    );
    let late = 0;
    const alters = inForce.map(({ alter }) => alter);
    const fetch = alteredFetch(sandbox, alters, (ms) => (late += ms));
    const target = embeddedTarget(
      { ...sandbox, fetch },
      { contract, clock, monotonic: () => late, random: () => 0.5, ledger },
    );
    const limited = { ...config, safety: { ...config.safety, maxRequests: budget } };
    return readRun(
      run,
      {
        target: { ...target, budget },
        clock,
        triedBy: run.organization,
        forecast: (order) => forecasts({ config: limited, run: order, interfaces: config.interfaces }),
        baseline: new Set(),
        parts,
        signal,
        ...(checks === undefined ? {} : { checks }),
      },
      earlier,
    );
  };
};

const template = `interfaces:
  crm: { baseUrl: "https://api.example.org/\${ORGANIZATION}/crm", credentials: { apiKey: "\${TOKEN}" } }
  donation: { baseUrl: "https://api.example.org/\${ORGANIZATION}/donation", credentials: { token: "\${TOKEN}" } }
  volunteer: { baseUrl: "https://api.example.org/\${ORGANIZATION}/volunteer", credentials: { token: "\${TOKEN}" } }
`;

/** Runs every organization on every day, in this process and in no time but what that takes. */
export const simulateFleet = async (database: Database, fleet: SimulatedFleet): Promise<void> => {
  const sandboxClock = createManualClock(startInstant(1));
  const opened = (week: number): readonly Sandbox[] =>
    fleet.scales.map((scale, index) =>
      createSandbox({ scale: scale + week * (fleet.growth ?? 0), seed: index + 1, clock: sandboxClock }),
    );
  let sandboxes = opened(0);
  let day = 1;
  const clock: Clock = {
    now: () => Date.parse(`${dayOf(day)}T01:00:00Z`),
    sleep: async () => undefined,
  };
  const context = runContext(database, {
    clock,
    read: await readerOf(
      fleet,
      (at) => sandboxes[at % sandboxes.length],
      clock,
      () => day,
    ),
    inputs: { env: {}, signal: new AbortController().signal, readText: async () => template },
  });
  const all = Array.from({ length: fleet.organizations }, (_, index) => organizationOf(simulatedName(index)));
  await createRunRepository(database, documentation).list(all);
  for (; day <= fleet.days; day += 1) {
    await runDay(all, {
      ...context,
      day: dayOf(day),
      slots: 4,
      windowMs: dayMs,
      noWait: false,
      signal: new AbortController().signal,
      onReport: () => undefined,
      onWait: () => undefined,
    });
    await fleet.afterDay?.(day);
    // Sandboxes have limits of requests an hour, too.
    sandboxClock.advance(dayMs);
    if (fleet.growth === undefined || day % 7 !== 0) continue;
    for (const sandbox of sandboxes) await sandbox.close();
    sandboxes = opened(day / 7);
  }
  for (const sandbox of sandboxes) await sandbox.close();
};
