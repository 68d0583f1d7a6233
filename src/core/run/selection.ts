import type { ActiveCheck, Check, PassiveCheck } from "../model/check.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Target } from "./target.ts";

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** The checks of a run in report order: reads, writes, explorations, those that change the sandbox, each by id. */
export interface Selection {
  readonly passive: readonly PassiveCheck[];
  readonly active: readonly ActiveCheck[];
  /** Checks that are asked last, and only if a passive check has still seen nothing. */
  readonly spare: readonly ActiveCheck[];
  /** Active checks that only ask, so that selected passive checks have something to judge. */
  readonly trafficOnly: ReadonlySet<string>;
}

export const byId = (left: Check, right: Check): number => (left.id < right.id ? -1 : 1);

const ranks = { read: 0, write: 1, sandbox: 3 } as const;

const rank = ({ effect, explore }: ActiveCheck): number => (explore === undefined ? ranks[effect] : 2);

/** Whether a check may show something to passive checks of these interfaces; one that names none asks several. */
const canFeed = ({ interfaces, effect, explore }: ActiveCheck, names: ReadonlySet<InterfaceName>): boolean =>
  effect !== "sandbox" &&
  explore === undefined &&
  names.size > 0 &&
  (interfaces.length === 0 || interfaces.some((name) => names.has(name)));

export interface SelectOptions {
  /** The only checks that ask; all by default. */
  readonly asking?: ReadonlySet<string> | undefined;
  readonly shard?: Shard | undefined;
  /** The checks that feed passive ones best; all by default. */
  readonly trafficFrom?: ReadonlySet<string> | undefined;
  /** Facts whose checks come first among those of their rank, since the budget may end a run before the others. */
  readonly firstFacts?: ReadonlySet<string> | undefined;
}

/** Picks the checks to run: those chosen, and the active ones that can feed a chosen passive one. */
export const select = (
  all: readonly Check[],
  chosen: readonly Check[],
  { asking, shard, trafficFrom, firstFacts }: SelectOptions = {},
): Selection => {
  const passive = chosen.filter((check) => check.effect === "passive").toSorted(byId);
  const judged = new Set(passive.flatMap(({ interfaces }) => interfaces));
  const wanted = new Set(chosen.map(({ id }) => id));
  const active = all
    .filter((check) => check.effect !== "passive")
    .filter((check) => wanted.has(check.id) || asking?.has(check.id) === true || canFeed(check, judged))
    .filter(({ id }) => asking?.has(id) !== false)
    .toSorted(
      (left, right) =>
        rank(left) - rank(right) ||
        (left.position ?? Infinity) - (right.position ?? Infinity) ||
        byId(left, right),
    );
  const isFirst = ({ id }: Check): boolean =>
    trafficFrom === undefined || trafficFrom.has(id) || wanted.has(id);
  const ofShard = (checks: readonly ActiveCheck[]): readonly ActiveCheck[] =>
    checks.filter((_, position) => shard === undefined || position % shard.count === shard.index - 1);
  const inTurn = ({ facts }: Check): number => (facts.some((fact) => firstFacts?.has(fact) === true) ? 0 : 1);
  return {
    passive,
    active: ofShard(active.filter(isFirst)).toSorted(
      (left, right) => rank(left) - rank(right) || inTurn(left) - inTurn(right),
    ),
    spare: ofShard(active.filter((check) => !isFirst(check))),
    trafficOnly: new Set(active.map(({ id }) => id).filter((id) => !wanted.has(id))),
  };
};

/** Why a check cannot run against a target; undefined if it can. */
export const unmetNeed = (check: ActiveCheck, target: Target): string | undefined => {
  const absent = check.interfaces.filter((name) => !target.interfaces.includes(name));
  if (absent.length > 0) return `not configured: ${absent.map((name) => `interfaces.${name}`).join(", ")}`;
  const missing = check.needs.filter((path) => !target.has(path));
  if (missing.length > 0) return `not configured: ${missing.join(", ")}`;
  if (check.effect === "sandbox" && target.sandboxOrigin === undefined) return "only the sandbox can show it";
  if (check.effect === "read" || target.allowWrites) return undefined;
  return `writes are off (${target.writesOff ?? "safety.writes"})`;
};
