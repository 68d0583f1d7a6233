import type { ActiveCheck, Check, PassiveCheck } from "../model/check.ts";
import type { Target } from "./target.ts";

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** The checks of a run in the order in which they are told: reads before writes, each by id. */
export interface Selection {
  readonly passive: readonly PassiveCheck[];
  readonly active: readonly ActiveCheck[];
  /** Active checks that only ask, so that selected passive checks have something to judge. */
  readonly feeders: ReadonlySet<string>;
}

const byId = (left: Check, right: Check): number => (left.id < right.id ? -1 : 1);

const rank = (check: ActiveCheck): number => (check.effect === "write" ? 1 : 0);

/** Picks the checks to run. Where only passive checks are selected, all active ones of the target feed them. */
export const select = (all: readonly Check[], chosen: readonly Check[], shard?: Shard): Selection => {
  const passive = chosen.filter((check) => check.effect === "passive").sort(byId);
  const wanted = new Set(chosen.map(({ id }) => id));
  const feeding = passive.length > 0;
  const feeders = new Set<string>();
  const active = all
    .filter((check) => check.effect !== "passive")
    .filter((check) => {
      if (wanted.has(check.id)) return true;
      if (!feeding) return false;
      feeders.add(check.id);
      return true;
    })
    .sort((left, right) => rank(left) - rank(right) || byId(left, right))
    .filter((_, position) => shard === undefined || position % shard.count === shard.index - 1);
  return { passive, active, feeders };
};

/** Why a check cannot run against a target, or undefined when it can. */
export const unmetNeed = (check: ActiveCheck, target: Target): string | undefined => {
  const absent = check.interfaces.filter((name) => !target.interfaces.includes(name));
  if (absent.length > 0) return `not configured: ${absent.map((name) => `interfaces.${name}`).join(", ")}`;
  const missing = check.needs.filter((path) => !target.has(path));
  if (missing.length > 0) return `not configured: ${missing.join(", ")}`;
  return check.effect === "write" && !target.allowWrites ? "writes are off (safety.writes)" : undefined;
};
