import type { ActiveCheck, Plan } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Asked, PlanExecution } from "./engine.ts";
import { carryOut, type Execution, type Executor, recalled } from "./execute.ts";
import { portionTimes } from "./sampling.ts";

export interface PortionsOptions {
  readonly executor: Pick<Executor, "live">;
  /** Requests that the run may still make. */
  left(): number;
  isOver(): boolean;
  /** Hears how many turns a check has had, once it has had more than one. */
  onTurns(check: string, turns: number): void;
}

/** How far a check has come. */
interface Progress {
  readonly check: ActiveCheck;
  plan(portion: number): Plan;
  portion: number;
  exchanges: readonly Exchange[];
}

/** About how many requests the next portion adds. */
const costOf = ({ portion, exchanges }: Progress): number =>
  exchanges.length * (portionTimes(portion + 1) / portionTimes(portion) - 1);

/** How many it will have come to. */
const sumOf = (progress: Progress): number => progress.exchanges.length + costOf(progress);

/** Of those that are likely to fit, the one that will have come to least: so each has as many requests as the others. */
const nextOf = (waiting: ReadonlySet<Progress>, free: number): Progress | undefined => {
  let next: Progress | undefined;
  for (const one of waiting)
    if (costOf(one) <= free && (next === undefined || sumOf(one) < sumOf(next))) next = one;
  return next;
};

/** Goes on with checks that have picked a few of what they could ask about, a portion at a time. */
export const createPortions = ({ executor, left, isOver, onTurns }: PortionsOptions) => {
  const waiting = new Set<Progress>();
  let most = 0;

  /** What a check asks beyond what it was answered; it has nothing more to ask where that is nothing. */
  const askMore = async (progress: Progress, reserve: number): Promise<PlanExecution> => {
    const { exchanges: before } = progress;
    const portion = progress.portion + 1;
    const start = (): Plan => progress.plan(portion);
    const mayAsk = (calls: number): boolean => left() - reserve >= calls;
    const execution = await carryOut(start, recalled(before, executor.live, mayAsk));
    const isNothingNew = execution.exchanges.length <= before.length;
    if (execution.cutShort !== undefined || isNothingNew) waiting.delete(progress);
    if (execution.cutShort === undefined) {
      progress.portion = portion;
      progress.exchanges = execution.exchanges;
      if (!isNothingNew) onTurns(progress.check.id, portionTimes(portion));
    }
    most = Math.max(most, isNothingNew ? 0 : portion);
    return { ...execution, plan: start };
  };

  return {
    /**
     * Takes in what the first portion of a check was answered.
     * @param plan the same plan with another portion of what it picks from
     */
    begin(check: ActiveCheck, { exchanges, cutShort }: Execution, plan: (portion: number) => Plan) {
      if (cutShort === undefined && exchanges.length > 0) waiting.add({ check, plan, portion: 0, exchanges });
    },
    /**
     * Each with all that its check was answered so far. To be taken one after the other.
     * @param isWanted whether a check has anything left to find
     */
    *goOn(reserve: number, isWanted: (check: ActiveCheck) => boolean): Generator<Asked> {
      for (;;) {
        for (const one of waiting) if (!isWanted(one.check)) waiting.delete(one);
        const next = nextOf(waiting, left() - reserve);
        if (next === undefined || isOver()) return;
        yield { check: next.check, result: askMore(next, reserve) };
      }
    },
    /** How many there were beyond the first one. */
    most: () => most,
  };
};
