import { setImmediate } from "node:timers/promises";
import { type ValidConfig, unlimited } from "../config/config.ts";
import { isSameJson, parseJson } from "../model/json-object.ts";
import type { Contract } from "../model/contract.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Report } from "../model/report.ts";
import { bodyTextOf, type Transport, type WireRequest } from "../model/transport.ts";
import type { UndoPlan } from "../model/undo-plan.ts";
import type { ActiveCheck, Check, JudgeTools } from "../model/check.ts";
import type { Exchange, Outcome } from "../model/exchange.ts";
import { createMask } from "../privacy/mask.ts";
import { budgeted } from "../transports/budget.ts";
import { createTriedLog } from "./draw-moves.ts";
import { createEngine, wasCut } from "./engine.ts";
import { createJudgeTools } from "./judge.ts";
import { isScarce } from "./picks.ts";
import type { Forecast, Offer } from "./queue.ts";
import { createRunProblems } from "./run-problems.ts";
import { sessionsOf } from "./account-session.ts";
import { run, type RunOptions, selectionOf } from "./run.ts";
import type { Target } from "./target.ts";

/** A run against the sandbox in this process instead of a live target: no request leaves the process. */
export interface DryRunOptions {
  readonly contract: Pick<Contract, "described" | "undoPlanOf">;
  readonly config: ValidConfig;
  readonly sandbox: () => Target;
  readonly run: Omit<RunOptions, "target">;
  readonly interfaces: readonly InterfaceName[];
}

export interface RequestCounts {
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
  readonly interfaces: Readonly<Record<InterfaceName, RequestCounts>>;
  readonly operations: Readonly<Record<string, number>>;
  /** Requests that each active check adds to those before it: reads already answered are not repeated. */
  readonly checks: ReadonlyMap<string, number>;
}

/** The sandbox with a live target's settings, in its own values, so that plans find what they look for. */
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
  return reads + (isSameJson(parseJson(bodyTextOf(request)), declared) ? 0 : 1 + reads);
};

const sum = (numbers: Iterable<number>): number => {
  let all = 0;
  for (const number of numbers) all += number;
  return all;
};

/** Counts requests, those that a live target's journal would add, and each check's cost; writing checks in turn. */
const createLedger = (undoPlan: (request: WireRequest) => UndoPlan) => {
  const interfaces: Record<InterfaceName, RequestCounts> = {};
  const operations: Record<string, number> = {};
  const checks = new Map<string, number>();
  /** Requests that the journal would currently send for each record. */
  const records = new Map<string, number>();
  const kept = (): number => sum(records.values());
  let total = 0;
  let current: string | undefined;
  let puttingBack = 0;
  const add = (check: string, cost: number): void => {
    checks.set(check, (checks.get(check) ?? 0) + cost);
  };
  const settle = (): void => {
    if (current !== undefined) add(current, kept() - puttingBack);
    puttingBack = kept();
  };
  return {
    counting:
      (send: Transport): Transport =>
      async (request, signal) => {
        const { interface: of, effect, operation } = request;
        const known = interfaces[of] ?? { read: 0, write: 0, token: 0 };
        interfaces[of] = { ...known, [effect]: known[effect] + 1 };
        operations[operation] = (operations[operation] ?? 0) + 1;
        total += 1;
        // A live run may meanwhile wait for answers, which would then seem late.
        await setImmediate();
        const answer = await send(request, signal);
        const plan = effect === "write" ? undoPlan(request) : undefined;
        const wasRefused = answer.kind === "response" && answer.status >= 400 && answer.status < 500;
        if (plan?.kind === "record" && !wasRefused) records.set(plan.record, journalCost(request, plan));
        return answer;
      },
    started(check: string): void {
      settle();
      current = check;
      add(check, 0);
    },
    exchanged: (check: string): void => add(check, 1),
    total: () => total,
    kept,
    costs(): Costs {
      settle();
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

/** The sandbox in the shape of the live target, with its requests counted. @param most limit of requests */
const countedTarget = (options: DryRunOptions, most?: number) => {
  const sandbox = options.sandbox();
  const shape = inShapeOf(sandbox, options);
  const { clock } = options.run;
  const limited =
    most === undefined ? undefined : budgeted(sandbox.transport, { ...unlimited, maxRequests: most, clock });
  const ledger = createLedger((request) => options.contract.undoPlanOf(request, shape.setting));
  const target: Target = {
    ...shape,
    transport: ledger.counting(limited ?? sandbox.transport),
    // The journal of a live target also reserves the requests that it will need.
    left: () => Math.max(0, (limited?.left() ?? shape.budget - ledger.total()) - ledger.kept()),
  };
  return { target, ledger };
};

/** Runs the checks against the sandbox in this process and counts the requests, at most `most`. */
export const dryRun = async (
  options: DryRunOptions,
  most?: number,
): Promise<{ readonly report: Report; readonly costs: Costs }> => {
  const { target, ledger } = countedTarget(options, most);
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

/** Carries out every plan against the sandbox; judges nothing. @param see gets the check that asked first, too */
export const dryPlans = async (
  options: DryRunOptions,
  see: (check: string, exchange: Exchange) => void = () => undefined,
): Promise<{ readonly costs: Costs; readonly forecast: Forecast }> => {
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

/** Estimated cost of a run: what plans ask depends on the answers. */
export interface Estimate {
  /** Including requests that restore records. */
  readonly total: number;
  /** Requests that the journal adds: reads before the first write to a record, and its restoration. */
  readonly puttingBack: number;
  readonly interfaces: Readonly<Record<InterfaceName, RequestCounts>>;
  readonly operations: Readonly<Record<string, number>>;
  /** Requests by check, the greatest first: those it adds to the checks before it, and those of the journal for it. */
  readonly checks: Readonly<Record<string, number>>;
  /** Seconds that the pace alone takes. */
  readonly seconds: number;
  /** An absent limit does not apply. */
  readonly budget: {
    readonly maxRequests?: number;
    readonly perHour?: number;
    /** Requests of the last hour, including other runs. */
    readonly usedThisHour: number;
    readonly fits: boolean;
  };
  /** Facts that the run would judge within the budget. */
  readonly facts: {
    readonly reached: readonly string[];
    readonly notReached: readonly { readonly id: string; readonly reason: string }[];
  };
}

export interface EstimateOptions extends DryRunOptions {
  readonly usedThisHour: number;
}

/** Requests that must fit: checks that take turns or use the rest do not end a run. */
const costOfAll = (costs: Costs, { run: { contract } }: DryRunOptions, takesTurns: boolean): number => {
  const spared = contract.checks.filter(
    (check) => "explore" in check || (takesTurns && "turns" in check && check.turns !== undefined),
  );
  return spared.reduce((sum, { id }) => sum - (costs.checks.get(id) ?? 0), costs.total + costs.puttingBack);
};

/** Runs the plans against the sandbox in this process and counts. Sends nothing. */
export const estimateRun = async (options: EstimateOptions): Promise<Estimate> => {
  const { config, usedThisHour } = options;
  const { maxRequests, perHour, perSecond } = config.safety;
  const everything = await dryPlans(options);
  const left = Math.min(maxRequests, Math.max(0, perHour - usedThisHour));
  const takesTurns = isScarce(Math.min(maxRequests, perHour));
  const fits = costOfAll(everything.costs, options, takesTurns) <= left;
  const run: Omit<RunOptions, "target"> = {
    tried: createTriedLog(),
    ...options.run,
    forecast: async () => everything.forecast,
    ...(fits ? { effort: "budget" } : { onCutShort: () => undefined }),
  };
  const asRun = await dryRun({ ...options, run }, left);
  const { puttingBack, interfaces, operations, checks, ...costs } = fits ? asRun.costs : everything.costs;
  const total = costs.total + puttingBack;
  const { facts } = asRun.report;
  return {
    total,
    puttingBack,
    interfaces,
    operations: Object.fromEntries(
      Object.entries(operations).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
    checks: Object.fromEntries(
      [...checks].toSorted(([one, less], [other, more]) => more - less || (one < other ? -1 : 1)),
    ),
    seconds: Math.ceil((Math.max(0, total - 1) * 1.05) / perSecond),
    budget: {
      ...(Number.isFinite(maxRequests) ? { maxRequests } : {}),
      ...(Number.isFinite(perHour) ? { perHour } : {}),
      usedThisHour,
      fits,
    },
    facts: {
      reached: facts.filter(({ status }) => status !== "skipped").map(({ id }) => id),
      notReached: facts
        .filter(({ status }) => status === "skipped")
        .map(({ id, reason = "" }) => ({ id, reason })),
    },
  };
};
