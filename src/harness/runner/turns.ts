import type { ActiveCheck, PlanContext } from "../model/check.ts";
import type { PickedPart } from "../model/report.ts";
import type { Tally } from "../model/tally.ts";
import { atFirst, type TriedLog } from "./draw-moves.ts";
import { isExploring } from "./explore.ts";
import type { RunOptions } from "./run-options.ts";
import { isSampled } from "./sampling.ts";

/** Under which the turns of all checks are counted: how much of what they pick from earlier runs have asked. */
const ofAll = "";

const turnsOf = (tried: TriedLog | undefined, check: string): number =>
  tried?.of(ofAll).count(check, "turn") ?? 0;

/** Whose turn it is in a run that picks: of those that one check picks from, or of a run as such. */
export const turnOf = (options: RunOptions, check = atFirst): number => {
  const { seed, picks, resume, tried } = options;
  if (!isSampled(options)) return seed;
  // A run that is resumed goes on as the same one.
  if (resume !== undefined && check === atFirst) return resume.turn ?? seed;
  if (picks !== undefined) return picks.turns?.[check] ?? picks.turn ?? seed;
  return tried === undefined ? seed : 1 + turnsOf(tried, check);
};

/** After so many turns a check that picks from what it could ask has asked for about everything. */
const usualTurns = 8;

/** How many turns the checks of a run have had, in it and before. */
export const createTurnLog = (options: RunOptions, tried: TriedLog) => {
  const had = new Map<string, number>();
  const turn = turnOf(options);
  const picking = new Map<string, PickedPart>();
  const picked = new Map<string, PickedPart>();
  /** As they were when the run came to them: what it has asked counts for later runs. */
  const turns = new Map(Object.entries(options.resume?.turns ?? {}));
  return {
    /** Whose turn it is of those that a check picks from, all through the run. */
    of: (check: string): number => {
      const own = turns.get(check) ?? turnOf(options, check);
      if (check !== atFirst) turns.set(check, own);
      return own;
    },
    /** Begins to count what the plan of a check picks; hears of each pick. */
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
    /** How much of what a check could ask earlier runs have asked: 1 is about everything. */
    covered: (check: ActiveCheck, context: PlanContext): number =>
      isExploring(check)
        ? tried.total(check.id) / Math.max(1, check.explore.steps(context).length) ** 2
        : turnsOf(tried, check.id) / (check.turns ?? usualTurns),
    /** The turns that do not follow from the seed, and how much those that pick have picked. */
    shown: (): Pick<Tally, "turn" | "turns" | "picked"> => {
      const others = [...turns].filter(([, own]) => own !== turn);
      return {
        ...(turn === options.seed ? {} : { turn }),
        turns: Object.fromEntries(others),
        picked: Object.fromEntries(picked),
      };
    },
    /** Remembers the turns for later runs. @param goesOn whether this one was cut and is kept, to go on as the same one */
    note: (goesOn: boolean): void => {
      if (!isSampled(options) || options.effort === "plans") return;
      for (const [check, count] of had) tried.of(ofAll).note(check, "turn", count);
      if (!goesOn) tried.of(ofAll).note(atFirst, "turn");
    },
  };
};
