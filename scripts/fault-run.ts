import { contract } from "../src/inputs/contract.ts";
import { type BuiltinInterface, isInterfaceName } from "../src/builtin/interface-name.ts";
import { type Check, type JudgeTools, severities } from "../src/core/model/check.ts";
import type { Exchange } from "../src/core/model/exchange.ts";
import type { Finding } from "../src/core/model/finding.ts";
import type { Report } from "../src/core/model/report.ts";
import type { RunEvent } from "../src/core/model/run-event.ts";
import { embeddedTarget } from "../src/inputs/embedded-target.ts";
import { dryPlans } from "../src/core/run/dry-run.ts";
import type { Forecast } from "../src/core/run/queue.ts";
import { embeddedShape } from "../src/inputs/open-target.ts";
import { createManualClock } from "../src/sandbox/clock.ts";
import { createTriedLog, type TriedLog } from "../src/core/run/draw-moves.ts";
import { run, type RunOptions } from "../src/core/run/run.ts";
import type { Target } from "../src/core/run/target.ts";
import type { Clock } from "../src/core/model/clock.ts";
import { budgeted } from "../src/core/transports/budget.ts";
import type { Fault } from "../src/builtin/faults/fault.ts";
import { withFaults } from "../src/sandbox/with-faults.ts";
import { createSandbox, inProcessOrigin } from "../src/sandbox/sandbox.ts";
import { validation } from "../src/builtin/validation.ts";

/** The suite's results for one fault. */
export interface FaultRun {
  readonly fault: Fault;
  /** Whether findings blame the fact that the fault breaks, the gravest of them with the severity that it states. */
  readonly found: boolean;
  /** The checks whose findings blame it. */
  readonly by: readonly string[];
  /** Other blamed facts, except those that it also breaks. */
  readonly astray: readonly string[];
  /** The findings that blame it. */
  readonly findings: readonly Finding[];
}

/** Two of the general facts concern only the CRM's bodies. */
const ofOneInterface: Readonly<Record<string, BuiltinInterface>> = { "GEN-01": "crm", "GEN-02": "crm" };

/** The one interface of a fact; undefined if it concerns all of them. */
export const interfaceOf = (fact: string): BuiltinInterface | undefined => {
  const group = contract.factGroups[fact.slice(0, 3)] ?? "";
  return ofOneInterface[fact] ?? (isInterfaceName(group) ? group : undefined);
};

/** Enough donors for nearly every relation, and few enough for hundreds of runs. */
const fewDonors = 60;

/** Restricts a run; by default it has all the requests that it wants, and writes. */
export interface Narrowing {
  readonly budget?: number;
  /** Default: 1. */
  readonly seed?: number;
  readonly allowWrites?: boolean;
  readonly interfaces?: readonly BuiltinInterface[] | undefined;
  /** Whether to draw sequences. */
  readonly explorations?: boolean;
  /** Number of donors, if the fault does not say. */
  readonly donors?: number;
  /** What earlier runs have tried; default: nothing. */
  readonly tried?: TriedLog;
  /** Dotted paths of the configuration that are not given. */
  readonly without?: readonly string[];
  /** Called with the exchanges that an active check judges: those that it shares with others are its own here. */
  readonly judged?: (check: string, exchanges: readonly Exchange[]) => void;
  /** Called with every event. */
  readonly see?: (event: RunEvent) => void;
  /** How plans are carried out; default: as their checks make them. */
  readonly plan?: NonNullable<RunOptions["plan"]>;
}

/** The target with the given number of requests. */
const limited = (target: Target, budget: number, clock: Clock): Target => {
  const transport = budgeted(target.transport, {
    maxRequests: budget,
    perSecond: Number.POSITIVE_INFINITY,
    perHour: Number.POSITIVE_INFINITY,
    clock,
  });
  return { ...target, budget, transport, left: () => transport.left(), requests: () => transport.spent() };
};

/** What the checks of a small run ask and judge on a sandbox without faults, forecast like on the command line. */
const forecastFor = async (allowWrites: boolean): Promise<Forecast> => {
  const { config, open } = await embeddedShape(1, createManualClock(0));
  const safety = { ...config.safety, writes: allowWrites, maxRequests: 300, perHour: 300 };
  let nonce = 0;
  const { forecast } = await dryPlans({
    contract,
    config: { ...config, safety },
    sandbox: open,
    interfaces: config.interfaces,
    run: {
      contract,
      validation,
      seed: 1,
      version: "0",
      clock: createManualClock(0),
      nonce: () => `nonce-${(nonce += 1)}`,
      baseline: new Set(),
    },
  });
  return forecast;
};

const forecasts = new Map<boolean, Promise<Forecast>>();

/** The same, computed once. */
export const forecastOnce = (allowWrites: boolean): Promise<Forecast> => {
  const forecast = forecasts.get(allowWrites) ?? forecastFor(allowWrites);
  forecasts.set(allowWrites, forecast);
  return forecast;
};

const watched = (check: Check, judged: Narrowing["judged"]): Check =>
  judged === undefined || check.effect === "passive"
    ? check
    : {
        ...check,
        judge(exchanges: readonly Exchange[], tools: JudgeTools) {
          judged(check.id, exchanges);
          return check.judge(exchanges, tools);
        },
      };

/** Runs the suite against the sandbox with one fault, or with none. */
export const reportOn = async (fault: Fault | undefined, narrowing: Narrowing = {}): Promise<Report> => {
  const scale = fault?.donors ?? narrowing.donors ?? fewDonors;
  const planted = fault === undefined ? [] : [fault];
  const sandbox = withFaults(createSandbox({ seed: 1, control: true, scale }), planted);
  const options = { contract, clock: sandbox.clock, monotonic: () => 0, random: () => 0 };
  const embedded = embeddedTarget(sandbox, options, inProcessOrigin);
  const {
    budget,
    interfaces = embedded.interfaces,
    allowWrites = true,
    explorations = true,
    without = [],
    judged,
    see,
    plan,
  } = narrowing;
  const isGiven = (path: string): boolean =>
    !without.some((one) => path === one || path.startsWith(`${one}.`));
  const checks = explorations
    ? contract.checks
    : contract.checks.filter((check) => !("explore" in check && check.explore !== undefined));
  const target = budget === undefined ? embedded : limited(embedded, budget, createManualClock(0));
  let nonce = 0;
  try {
    const events = run({
      contract: { ...contract, checks: checks.map((check) => watched(check, judged)) },
      validation,
      target: {
        ...target,
        interfaces,
        allowWrites,
        setting: (path) => (isGiven(path) ? target.setting(path) : undefined),
        has: (path) => isGiven(path) && target.has(path),
      },
      seed: narrowing.seed ?? 1,
      version: "0",
      clock: sandbox.clock,
      nonce: () => `nonce-${(nonce += 1)}`,
      baseline: new Set(),
      ...(plan === undefined ? {} : { plan }),
      // The first run with a store.
      ...(budget === undefined
        ? {}
        : {
            effort: "budget",
            tried: narrowing.tried ?? createTriedLog(),
            forecast: () => forecastOnce(allowWrites),
          }),
    });
    for await (const event of events) {
      see?.(event);
      if (event.type === "run-ended") return event.report;
    }
    throw new Error("the run ended without its footer");
  } finally {
    await target.close();
  }
};

/** The suite's results for one fault, with requests only to the interface of its fact. */
export const runWithFault = async (fault: Fault, narrowing: Narrowing = {}): Promise<FaultRun> => {
  const only = interfaceOf(fault.fact);
  const interfaces = only === undefined ? undefined : [only];
  const { findings } = await reportOn(fault, { interfaces, ...narrowing });
  const blaming = findings.filter((finding: Finding) => finding.fact === fault.fact);
  const others = new Set(findings.map((finding) => finding.fact));
  others.delete(fault.fact);
  for (const fact of Object.keys(fault.alsoBreaks ?? {})) others.delete(fact);
  const gravest = severities.find((severity) => blaming.some((finding) => finding.severity === severity));
  return {
    fault,
    found: gravest === (fault.severity ?? "error"),
    by: [...new Set(blaming.map(({ check }) => check))].toSorted(),
    astray: [...others].toSorted(),
    findings: blaming,
  };
};
