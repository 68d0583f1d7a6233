import type { InterfaceName } from "../model/interface-name.ts";
import { unlimited } from "../config/config.ts";
import { budgeted } from "../transports/budget.ts";
import { type Costs, dryPlans, dryRun, type DryRunOptions, type Requests } from "./dry-run.ts";
import { createTriedLog } from "./draw-moves.ts";
import type { RunOptions } from "./run-options.ts";
import { isScarce } from "./sampling.ts";

/** Estimated cost of a run: what plans ask depends on the answers. */
export interface Estimate {
  /** Including requests that restore records. */
  readonly total: number;
  /** Requests that the journal adds: reads before the first write to a record, and its restoration. */
  readonly puttingBack: number;
  readonly interfaces: Readonly<Record<InterfaceName, Requests>>;
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
export const estimate = async (options: EstimateOptions): Promise<Estimate> => {
  const { config, usedThisHour } = options;
  const { maxRequests, perHour, perSecond } = config.safety;
  const everything = await dryPlans(options);
  const left = Math.min(maxRequests, Math.max(0, perHour - usedThisHour));
  const takesTurns = isScarce(Math.min(maxRequests, perHour));
  const fits = costOfAll(everything.costs, options, takesTurns) <= left;
  /** The run within what is left of the budget: cut short or complete. */
  const within = (more: Partial<RunOptions>) =>
    dryRun(
      {
        ...options,
        run: {
          tried: createTriedLog(),
          ...options.run,
          forecast: async () => everything.forecast,
          ...more,
        },
      },
      (send) =>
        budgeted(send, {
          ...unlimited,
          maxRequests: left,
          clock: options.run.clock,
        }),
    );
  const asRun = await within(fits ? { effort: "budget" as const } : { onCutShort: () => undefined });
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
