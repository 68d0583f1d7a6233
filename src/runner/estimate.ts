import type { InterfaceName } from "../model/interface-name.ts";
import type { Report } from "../model/report.ts";
import type { Transport, WireRequest } from "../model/transport.ts";
import type { Config } from "../config/config.ts";
import { budgeted } from "../transports/budget.ts";
import { isSameJson } from "../transports/journal.ts";
import { type Undoing, undoingOf } from "../transports/restorations.ts";
import { worksWithSession } from "./open-target.ts";
import { run, type RunOptions } from "./run.ts";
import type { Target } from "./target.ts";

/** How many requests of each kind. */
export interface Requests {
  readonly read: number;
  readonly write: number;
  readonly token: number;
}

/** What a run would cost. An estimate: how much plans ask for depends on what they are answered. */
export interface Estimate {
  /** Those that put records back included. */
  readonly total: number;
  /** What the journal adds: reads before the first write to a record, and putting it back. */
  readonly puttingBack: number;
  readonly interfaces: Readonly<Partial<Record<InterfaceName, Requests>>>;
  readonly operations: Readonly<Record<string, number>>;
  /** Seconds that the pace alone takes. */
  readonly seconds: number;
  readonly budget: {
    readonly maxRequests: number;
    readonly perHour: number;
    /** Requests of the last hour, of other runs too. */
    readonly usedThisHour: number;
    readonly fits: boolean;
  };
  /** What the run would come to within the budget. */
  readonly facts: {
    readonly reached: readonly string[];
    readonly notReached: readonly { readonly id: string; readonly reason: string }[];
  };
}

export interface EstimateOptions {
  readonly config: Config;
  /** The sandbox in this process, a new one each time: no request leaves it. */
  readonly sandbox: () => Target;
  /** Everything of the run but its target. */
  readonly run: Omit<RunOptions, "target">;
  /** The interfaces that may be asked. */
  readonly interfaces: readonly InterfaceName[];
  readonly usedThisHour: number;
}

/**
 * The sandbox in the shape of a live target: it has what the configuration has, and of the sandbox's own values, so
 * that plans find what they look for.
 */
const inShapeOf = (sandbox: Target, { config, interfaces }: EstimateOptions, wrap: Wrap): Target => {
  const { safety } = config;
  const isNamed = (path: string): boolean => interfaces.some((name) => path.startsWith(`${name}.`));
  const hasSession = worksWithSession(config);
  const has = (path: string): boolean =>
    isNamed(path) &&
    (config.has(path) ||
      (hasSession && ["crm.credentials.apiKey", "crm.credentials.session"].includes(path)));
  const setting = (path: string): unknown =>
    has(path) ? (sandbox.setting(path) ?? config.setting(path)) : undefined;
  const { sandboxOrigin: _, ...parts } = sandbox;
  return {
    ...parts,
    interfaces: config.interfaces.filter((name) => interfaces.includes(name)),
    allowWrites: safety.writes,
    budget: Math.min(safety.maxRequests, safety.perHour),
    setting,
    has,
    secret: (path) => (has(path) ? sandbox.secret(path) : undefined),
    transport: wrap(sandbox.transport, setting),
  };
};

interface Tally {
  readonly interfaces: Partial<Record<InterfaceName, Requests>>;
  readonly operations: Record<string, number>;
  total: number;
  /** What the journal would send for each record, as things stand. */
  readonly records: Map<string, number>;
}

type Wrap = (send: Transport, setting: (path: string) => unknown) => Transport;

const parsed = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
};

/** A record that can be read is read before, put back and looked at; another one is put back unless it is as it was. */
const costOf = (request: WireRequest, undoing: Extract<Undoing, { kind: "record" }>): number => {
  if (undoing.readPath !== undefined) return 3;
  const [body] = undoing.restoration(undefined)?.bodies ?? [];
  return isSameJson(parsed(request.body), body) ? 0 : 1;
};

/** Counts what passes, and what the journal of a live target would add to it. */
const counting =
  (tally: Tally): Wrap =>
  (send, setting) =>
  async (request, signal) => {
    const { interface: of, effect, operation } = request;
    const known = tally.interfaces[of] ?? { read: 0, write: 0, token: 0 };
    tally.interfaces[of] = { ...known, [effect]: known[effect] + 1 };
    tally.operations[operation] = (tally.operations[operation] ?? 0) + 1;
    tally.total += 1;
    const answer = await send(request, signal);
    const undoing = effect === "write" ? undoingOf(request, setting) : undefined;
    const wasRefused = answer.kind === "response" && answer.status >= 400 && answer.status < 500;
    if (undoing?.kind === "record" && !wasRefused)
      tally.records.set(undoing.record, costOf(request, undoing));
    return answer;
  };

const reportOf = async (options: EstimateOptions, wrap: Wrap): Promise<Report> => {
  const target = inShapeOf(options.sandbox(), options, wrap);
  try {
    for await (const event of run({ ...options.run, target }))
      if (event.type === "run-ended") return event.report;
    throw new Error("the run ended without its report");
  } finally {
    await target.close();
  }
};

/** Runs the plans against the sandbox in this process and counts. Sends nothing. */
export const estimate = async (options: EstimateOptions): Promise<Estimate> => {
  const { config, usedThisHour } = options;
  const { maxRequests, perHour, perSecond } = config.safety;
  const tally: Tally = { interfaces: {}, operations: {}, total: 0, records: new Map() };
  const whole = await reportOf(options, counting(tally));
  const puttingBack = [...tally.records.values()].reduce((sum, cost) => sum + cost, 0);
  const total = tally.total + puttingBack;
  const left = Math.min(maxRequests, Math.max(0, perHour - usedThisHour));
  const fits = total <= left;
  const limited: Wrap = (send) =>
    budgeted(send, {
      maxRequests: left,
      perSecond: Number.POSITIVE_INFINITY,
      perHour: Number.POSITIVE_INFINITY,
      clock: options.run.clock,
    });
  const { facts } = fits ? whole : await reportOf(options, limited);
  return {
    total,
    puttingBack,
    interfaces: tally.interfaces,
    operations: Object.fromEntries(
      Object.entries(tally.operations).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
    seconds: Math.ceil((Math.max(0, total - 1) * 1.05) / perSecond),
    budget: { maxRequests, perHour, usedThisHour, fits },
    facts: {
      reached: facts.filter(({ status }) => status !== "skipped").map(({ id }) => id),
      notReached: facts
        .filter(({ status }) => status === "skipped")
        .map(({ id, reason = "" }) => ({ id, reason })),
    },
  };
};
