import type { ActiveCheck, PlanContext } from "../model/check.ts";
import type { PickedPart } from "../model/report.ts";
import type { Tally } from "../model/tally.ts";
import { atFirst, type TriedLog } from "./draw-moves.ts";
import { isExploring } from "./explore.ts";
import type { RunOptions } from "./run-options.ts";
import { isSampled } from "./sampling.ts";

/** Key of the turns of all checks, which count how much of their candidates earlier runs have asked. */
const ofAll = "";

const turnsOf = (tried: TriedLog | undefined, check: string): number =>
  tried?.of(ofAll).count(check, "turn") ?? 0;

/** The turn of a run that picks: of one check, or of the run as a whole. */
export const turnOf = (options: RunOptions, check = atFirst): number => {
  const { seed, picks, resume, tried } = options;
  if (!isSampled(options)) return seed;
  // A resumed run continues as the same run.
  if (resume !== undefined && check === atFirst) return resume.turn ?? seed;
  if (picks !== undefined) return picks.turns?.[check] ?? picks.turn ?? seed;
  return tried === undefined ? seed : 1 + turnsOf(tried, check);
};

/** After this many turns a check has asked for about all its candidates. */
const usualTurns = 8;

/** Counts the turns of the checks of a run, including earlier runs. */
export const createTurnLog = (options: RunOptions, tried: TriedLog) => {
  const had = new Map<string, number>();
  const turn = turnOf(options);
  const picking = new Map<string, PickedPart>();
  const picked = new Map<string, PickedPart>();
  /** As they were at the check's turn: what this run asks counts for later runs. */
  const turns = new Map(Object.entries(options.resume?.turns ?? {}));
  return {
    /** The turn of a check, constant during the run. */
    of: (check: string): number => {
      const own = turns.get(check) ?? turnOf(options, check);
      if (check !== atFirst) turns.set(check, own);
      return own;
    },
    /** Begins to count what the plan of a check picks; the result is called with each pick. */
    begin(check: string) {
      picking.delete(check);
      return (asked: number, of: number): void => {
        const before = picking.get(check) ?? { asked: 0, of: 0 };
        picking.set(check, { asked: before.asked + asked, of: before.of + of });
      };
    },
    /** The plan that was counted last is complete. */
    had(check: string, count: number): void {
      had.set(check, count);
      const part = picking.get(check);
      if (part !== undefined) picked.set(check, part);
    },
    /** Share of a check's candidates that earlier runs have asked: 1 is about everything. */
    covered: (check: ActiveCheck, context: PlanContext): number =>
      isExploring(check)
        ? tried.total(check.id) / Math.max(1, check.explore.steps(context).length) ** 2
        : turnsOf(tried, check.id) / (check.turns ?? usualTurns),
    /** The turns that do not follow from the seed, and the shares that the plans picked. */
    shown: (): Pick<Tally, "turn" | "turns" | "picked"> => {
      const others = [...turns].filter(([, own]) => own !== turn);
      return {
        ...(turn === options.seed ? {} : { turn }),
        turns: Object.fromEntries(others),
        picked: Object.fromEntries(picked),
      };
    },
    /** Remembers the turns for later runs. @param goesOn whether this run was cut short and is kept to continue */
    note: (goesOn: boolean): void => {
      if (!isSampled(options) || options.effort === "plans") return;
      for (const [check, count] of had) tried.of(ofAll).note(check, "turn", count);
      if (!goesOn) tried.of(ofAll).note(atFirst, "turn");
    },
  };
};
