import { setImmediate } from "node:timers/promises";
import type { Config } from "../config/config.ts";
import { isSameJson, parseJson } from "../model/json-object.ts";
import type { Contract } from "../model/contract.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Report } from "../model/report.ts";
import type { Transport, WireRequest } from "../model/transport.ts";
import type { UndoPlan } from "../model/undo-plan.ts";
import type { ActiveCheck, Check, JudgeTools } from "../model/check.ts";
import type { Exchange, Outcome } from "../model/exchange.ts";
import { createMask } from "../privacy/mask.ts";
import { createEngine, wasCut } from "./engine.ts";
import { createJudgeTools } from "./judge.ts";
import type { Forecast, Offer } from "./queue.ts";
import { createRunProblems } from "./run-problems.ts";
import { sessionsOf } from "./account-session.ts";
import { run, type RunOptions, selectionOf } from "./run.ts";
import type { Target } from "./target.ts";

/** A run against the sandbox in this process instead of a live target: no request leaves the process. */
export interface DryRunOptions {
  readonly contract: Pick<Contract, "described" | "undoPlanOf">;
  /** Configuration of the live target. */
  readonly config: Config;
  /** Opens a new sandbox. */
  readonly sandbox: () => Target;
  /** Options of the run except its target. */
  readonly run: Omit<RunOptions, "target">;
  /** The interfaces that may be asked. */
  readonly interfaces: readonly InterfaceName[];
}

/** Number of requests of each kind. */
export interface Requests {
  readonly read: number;
  readonly write: number;
  readonly token: number;
}

/** Cost of the run for the live target. */
export interface Costs {
  /** Without requests that restore records. */
  readonly total: number;
  /** Requests that the journal adds: reads before the first write to a record, and its restoration. */
  readonly puttingBack: number;
  readonly interfaces: Readonly<Record<InterfaceName, Requests>>;
  readonly operations: Readonly<Record<string, number>>;
  /**
   * Requests that each active check, by id, adds to those before it in the order of the run: reads already answered are
   * not repeated.
   */
  readonly checks: ReadonlyMap<string, number>;
}

export interface DryRun {
  readonly report: Report;
  readonly costs: Costs;
}

/** What plans would ask, for planning a run. */
export interface DryPlans {
  readonly costs: Costs;
  readonly forecast: Forecast;
}

/** A transport that limits what may be sent and reports how much is left. */
export type Limited = Transport & { left(): number };

/**
 * The sandbox in the shape of a live target: it has the configured settings, with the sandbox's own values, so that
 * plans find what they look for.
 */
const inShapeOf = (
  sandbox: Target,
  { config, contract, interfaces }: DryRunOptions,
): Omit<Target, "transport" | "sandboxOrigin"> => {
  const { safety } = config;
  const isNamed = (path: string): boolean => interfaces.some((name) => path.startsWith(`${name}.`));
  const ofSessions = sessionsOf(config, contract).flatMap(({ paths }) => paths);
  const has = (path: string): boolean => isNamed(path) && (config.has(path) || ofSessions.includes(path));
  const { sandboxOrigin: _, ...parts } = sandbox;
  return {
    ...parts,
    interfaces: config.interfaces.filter((name) => interfaces.includes(name)),
    allowWrites: safety.writes,
    budget: Math.min(safety.maxRequests, safety.perHour),
    setting: (path) => (has(path) ? (sandbox.setting(path) ?? config.setting(path)) : undefined),
    has,
    secret: (path) => (has(path) ? sandbox.secret(path) : undefined),
  };
};

/**
 * A readable record is read before the write, read again, restored and read once more; one with declared content is
 * read once, and restored and read again only if the write differs from that.
 */
const journalCost = (request: WireRequest, plan: Extract<UndoPlan, { kind: "record" }>): number => {
  const reads = plan.readPath === undefined ? 0 : 1;
  const declared = plan.declared ?? (reads === 0 ? plan.undo(undefined)?.bodies[0] : undefined);
  if (declared === undefined) return 4;
  return reads + (isSameJson(parseJson(request.body), declared) ? 0 : 1 + reads);
};

interface Counts {
  readonly interfaces: Record<InterfaceName, Requests>;
  readonly operations: Record<string, number>;
  total: number;
  /** Requests that the journal would currently send for each record. */
  readonly records: Map<string, number>;
}

const sum = (numbers: Iterable<number>): number => {
  let all = 0;
  for (const number of numbers) all += number;
  return all;
};

/** Counts each request, and those that the journal of a live target would add to it. */
const counting =
  (counts: Counts, send: Transport, undoPlan: (request: WireRequest) => UndoPlan): Transport =>
  async (request, signal) => {
    const { interface: of, effect, operation } = request;
    const known = counts.interfaces[of] ?? { read: 0, write: 0, token: 0 };
    counts.interfaces[of] = { ...known, [effect]: known[effect] + 1 };
    counts.operations[operation] = (counts.operations[operation] ?? 0) + 1;
    counts.total += 1;
    // A live run may meanwhile wait for answers, which would then seem late.
    await setImmediate();
    const answer = await send(request, signal);
    const plan = effect === "write" ? undoPlan(request) : undefined;
    const wasRefused = answer.kind === "response" && answer.status >= 400 && answer.status < 500;
    if (plan?.kind === "record" && !wasRefused) counts.records.set(plan.record, journalCost(request, plan));
    return answer;
  };

/** Counts the cost of each check from the events of a run. Writing checks run one after the other. */
const createLedger = (counts: Counts) => {
  const checks = new Map<string, number>();
  let current: string | undefined;
  let puttingBack = 0;
  const add = (check: string, cost: number): void => {
    checks.set(check, (checks.get(check) ?? 0) + cost);
  };
  const settle = (): void => {
    const now = sum(counts.records.values());
    if (current !== undefined) add(current, now - puttingBack);
    puttingBack = now;
  };
  return {
    started(check: string): void {
      settle();
      current = check;
      add(check, 0);
    },
    exchanged: (check: string): void => add(check, 1),
    costs(): Costs {
      settle();
      const { total, interfaces, operations } = counts;
      return { total, puttingBack, interfaces, operations, checks };
    },
  };
};

/** Collects what checks ask for and judge, by the answers to their plans. */
const createOfferLog = ({ contract, chosen = contract.checks }: DryRunOptions["run"], tools: JudgeTools) => {
  const passive = chosen.filter((check) => check.effect === "passive");
  const offers = new Map<
    string,
    { readonly requests: Set<string>; readonly judges: Map<string, Set<string>> }
  >();
  const judging = (check: ActiveCheck, exchange: Exchange): readonly Check[] => [
    check,
    ...passive.filter((one) => one.interfaces.includes(exchange.interface) && one.applies(exchange, tools)),
  ];
  return {
    see(check: ActiveCheck, exchanges: readonly Exchange[]): void {
      const { requests, judges } = offers.get(check.id) ?? { requests: new Set(), judges: new Map() };
      offers.set(check.id, { requests, judges });
      for (const exchange of exchanges) {
        requests.add(JSON.stringify(exchange.request));
        for (const { facts } of judging(check, exchange))
          for (const fact of facts)
            judges.set(fact, (judges.get(fact) ?? new Set()).add(exchange.operation ?? ""));
      }
    },
    all: (): readonly Offer[] => [...offers].map(([check, offer]) => ({ check, ...offer })),
  };
};

/** The sandbox in the shape of the live target, with its requests counted. */
const countedTarget = (options: DryRunOptions, limit?: (send: Transport) => Limited) => {
  const sandbox = options.sandbox();
  const shape = inShapeOf(sandbox, options);
  const limited = limit?.(sandbox.transport);
  const counts: Counts = { interfaces: {}, operations: {}, total: 0, records: new Map() };
  const target: Target = {
    ...shape,
    transport: counting(counts, limited ?? sandbox.transport, (request) =>
      options.contract.undoPlanOf(request, shape.setting),
    ),
    // The journal of a live target also reserves the requests that it will need.
    left: () => Math.max(0, (limited?.left() ?? shape.budget - counts.total) - sum(counts.records.values())),
  };
  return { target, ledger: createLedger(counts) };
};

/** Runs the checks against the sandbox in this process, behind a limit if there is one, and counts the requests. */
export const dryRun = async (
  options: DryRunOptions,
  limit?: (send: Transport) => Limited,
): Promise<DryRun> => {
  const { target, ledger } = countedTarget(options, limit);
  try {
    // Observers cost nothing, and would only see the sandbox.
    for await (const event of run({ ...options.run, observers: [], target })) {
      if (event.type === "check-started") ledger.started(event.check);
      if (event.type === "exchange") ledger.exchanged(event.check);
      if (event.type === "run-ended") return { report: event.report, costs: ledger.costs() };
    }
    throw new Error("the run ended without its report");
  } finally {
    await target.close();
  }
};

/**
 * Carries out the plan of every check against the sandbox in this process, at any cost, and judges nothing.
 * @param see called with each exchange, with the check that was the first to ask for it
 */
export const dryPlans = async (
  options: DryRunOptions,
  see: (check: string, exchange: Exchange) => void = () => undefined,
): Promise<DryPlans> => {
  const { target, ledger } = countedTarget(options);
  const { active: due } = selectionOf(options.run).left;
  const tools = createJudgeTools(options.run.validation);
  const engine = createEngine({ ...options.run, target }, due, createMask(), createRunProblems(), tools);
  const offers = createOfferLog(options.run, tools);
  const seen = new WeakSet<Outcome>();
  try {
    for (const { check, result: asked } of engine.ask(due)) {
      ledger.started(check.id);
      const result = await asked;
      if (!("exchanges" in result)) continue;
      if (!wasCut(result)) offers.see(check, result.exchanges);
      for (const exchange of result.withRetries) {
        if (seen.has(exchange.outcome)) continue;
        seen.add(exchange.outcome);
        ledger.exchanged(check.id);
        see(check.id, exchange);
      }
    }
    const costs = ledger.costs();
    return { costs, forecast: { costs: costs.checks, offers: offers.all() } };
  } finally {
    await engine.stop();
    await target.close();
  }
};
