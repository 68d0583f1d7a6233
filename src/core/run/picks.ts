import type { ActiveCheck, PlanContext } from "../model/check.ts";
import type { PickedPart } from "../model/report.ts";
import type { Tally } from "../model/tally.ts";
import { atFirst, type TriedLog } from "./draw-moves.ts";
import { isExploring } from "./explore.ts";
import type { RunOptions } from "./run-options.ts";
import { onThisMachine } from "./target.ts";

/** From this budget on, plans ask about everything; with less they pick (see PlanContext.sample). */
export const thoroughBudget = 4000;

/** From this budget on, they pick in proportion to it; with less, the minimum of a check. */
const ampleBudget = 1500;

/** Whether plans pick only their minimum. */
export const isScarce = (budget: number): boolean => budget < ampleBudget;

/** Growth of what a plan asks beyond its minimum: half as much again with each portion. */
const growth = 1.5;

/** How many times a portion holds a plan's minimum. */
const portionTimes = (portion: number): number => Math.ceil(growth ** portion);

/** Estimated requests that a portion adds to those of a check so far. */
export const costOfPortion = (portion: number, requests: number): number =>
  requests * (portionTimes(portion) / portionTimes(portion - 1) - 1);

/** How many items a plan asks about. @param portion 0 for everyone's first; later ones use what is left */
export const pickedCount = (items: number, few: number, budget: number, portion = 0): number => {
  if (!isScarce(budget)) return Math.max(few, Math.floor(items * Math.min(1, budget / thoroughBudget)));
  const times = portionTimes(portion);
  return few === 0 ? times - 1 : few * times;
};

/** Whether plans pick: decided by the budget or by an earlier run. */
const isSampled = ({ target, picks }: Pick<RunOptions, "target" | "picks">): boolean =>
  picks?.sampled ?? target.budget < thoroughBudget;

/** `few` of the items at even distances, starting at an index derived from the seed, in their own order. */
export const spread = <T>(items: readonly T[], few: number, seed: number): readonly T[] => {
  if (few >= items.length) return items;
  const chosen = new Set(
    Array.from(
      { length: few },
      (_, index) => (Math.floor((index * items.length) / few) + seed) % items.length,
    ),
  );
  return items.filter((_, index) => chosen.has(index));
};

/** The fractional part of the golden ratio: the fractional parts of its multiples are far apart. */
const golden = 0.618_033_988_749_894_9;

/** The numbers below `count`, each once, ordered so that neighbours are far apart. */
const scattered = (count: number): readonly number[] => {
  const free = Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: count }, (_, index) => {
    const [next = 0] = free.splice(Math.floor(((index * golden) % 1) * free.length), 1);
    return next;
  });
};

/**
 * `count` of the items, in their own order: those whose turn it is, and the next ones. A greater count only adds items.
 * With `few` of them a turn, each turn continues after the previous one until all were taken.
 */
export const inTurn = <T>(items: readonly T[], count: number, few: number, turn: number): readonly T[] => {
  if (count >= items.length) return items;
  const order = scattered(items.length);
  const start = (turn * Math.max(1, few)) % items.length;
  const chosen = new Set(Array.from({ length: count }, (_, index) => order[(start + index) % order.length]));
  return items.filter((_, index) => chosen.has(index));
};

/** Key of the turns of all checks, which count how much of their candidates earlier runs have asked. */
const ofAll = "";

/** Stands for the turn of the last run that judged a fact. */
const judgedIn = "judged";

const turnsOf = (tried: TriedLog | undefined, check: string): number =>
  tried?.of(ofAll).count(check, "turn") ?? 0;

/** The turn of a run that picks: of one check, or of the run as a whole. */
const turnOf = (options: RunOptions, check = atFirst): number => {
  const { seed, picks, resume, tried } = options;
  if (!isSampled(options)) return seed;
  // A resumed run continues as the same run.
  if (resume !== undefined && check === atFirst) return resume.turn ?? seed;
  if (picks !== undefined) return picks.turns?.[check] ?? picks.turn ?? seed;
  return tried === undefined ? seed : 1 + turnsOf(tried, check);
};

/** After this many turns a check has asked for about all its candidates. */
const usualTurns = 8;

/** How the plans of a run pick from what they could ask, by the turn of each check, including earlier runs. */
export const createPicks = (options: RunOptions, tried: TriedLog) => {
  const { target } = options;
  const sampled = isSampled(options);
  const turn = turnOf(options);
  const had = new Map<string, number>();
  const picking = new Map<string, PickedPart>();
  const picked = new Map<string, PickedPart>();
  let mostPortions = 0;
  /** As they were at the check's turn: what this run asks counts for later runs. */
  const turns = new Map(Object.entries(options.resume?.turns ?? {}));
  /** The turn of a check, constant during the run. */
  const of = (check: string): number => {
    const own = turns.get(check) ?? turnOf(options, check);
    if (check !== atFirst) turns.set(check, own);
    return own;
  };
  return {
    sampled,
    // Without a store, earlier runs are unknown.
    isFirst: options.tried !== undefined && turn === 1,
    /** What the plan of a check may use. It begins to count what the plan picks. */
    context(check: string, portion: number): PlanContext {
      const own = of(check);
      picking.delete(check);
      return {
        seed: own,
        allowWrites: target.allowWrites,
        interfaces: target.interfaces,
        controlsSandbox: target.sandboxOrigin !== undefined && target.allowWrites,
        isEmbedded: target.kind === "embedded",
        onThisMachine: onThisMachine(target),
        setting: (path) => target.setting(path),
        has: (path) => target.has(path),
        secretMatches: (path, pattern) => pattern.test(target.secret(path) ?? ""),
        sample(items, few) {
          const count = sampled ? pickedCount(items.length, few, target.budget, portion) : items.length;
          const before = picking.get(check) ?? { asked: 0, of: 0 };
          picking.set(check, {
            asked: before.asked + Math.min(count, items.length),
            of: before.of + items.length,
          });
          return inTurn(items, count, few, own);
        },
        ...(sampled && isScarce(target.budget) ? { isScarce: true } : {}),
      };
    },
    /** The plan that was counted last is complete. */
    had(check: string, portion = 0): void {
      had.set(check, portionTimes(portion));
      const part = picking.get(check);
      if (part !== undefined) picked.set(check, part);
    },
    /** The part of its candidates that a check has picked in this run. */
    part: ({ id }: ActiveCheck): PickedPart | undefined => picked.get(id),
    /** A plan has asked something for this portion. */
    reached(portion: number): void {
      mostPortions = Math.max(mostPortions, portion);
    },
    /** Share of a check's candidates that earlier runs have asked: 1 is about everything. */
    covered: (check: ActiveCheck, context: PlanContext): number =>
      isExploring(check)
        ? tried.total(check.id) / Math.max(1, check.explore.steps(context).length) ** 2
        : turnsOf(tried, check.id) / (check.turns ?? usualTurns),
    /** How many runs ago a fact was last judged; the same for all if earlier runs are unknown. */
    ageOf: (fact: string): number =>
      options.tried === undefined ? 1 : Math.max(1, turn - tried.of(ofAll).count(fact, judgedIn)),
    /** The turns that do not follow from the seed, and the shares that the plans picked. */
    tally(): Pick<Tally, "sampled" | "turn" | "turns" | "portions" | "picked"> {
      const others = [...turns].filter(([, own]) => own !== turn);
      return {
        sampled,
        ...(turn === options.seed ? {} : { turn }),
        turns: Object.fromEntries(others),
        portions: mostPortions,
        picked: Object.fromEntries(picked),
      };
    },
    /** Remembers turns and judged facts for later runs. @param goesOn whether this run is kept to continue */
    note(judged: ReadonlySet<string>, goesOn: boolean): void {
      if (!sampled || options.effort === "plans") return;
      const log = tried.of(ofAll);
      for (const [check, count] of had) log.note(check, "turn", count);
      if (goesOn) return;
      log.note(atFirst, "turn");
      for (const fact of judged) {
        // A run in between may have had a later turn.
        const later = turn - log.count(fact, judgedIn);
        if (later > 0) log.note(fact, judgedIn, later);
      }
    },
  };
};
