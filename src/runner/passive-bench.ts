import type { JudgeTools, PassiveCheck } from "../model/check.ts";
import { responseOf, type Exchange } from "../model/exchange.ts";
import type { RunEvent, Verdict } from "../model/run-event.ts";
import type { Scoreboard } from "./scoreboard.ts";
import type { Target } from "./target.ts";

interface Seat {
  readonly check: PassiveCheck;
  judged: number;
  crashed: string | undefined;
  readonly violations: Map<string, number>;
}

/** The passive checks of a run, sitting in judgement on every exchange that passes. */
export interface PassiveBench {
  judge(exchange: Exchange): Generator<RunEvent, void>;
  /** Their verdicts at the end of the run. Returns the id of a check that crashed, if one did. */
  verdicts(target: Pick<Target, "interfaces">): Generator<RunEvent, string | undefined>;
}

const verdictOf = (seat: Seat, fact: string, target: Pick<Target, "interfaces">): Verdict => {
  if (seat.crashed !== undefined) return { kind: "crashed", message: seat.crashed };
  const violations = seat.violations.get(fact) ?? 0;
  if (violations > 0) return { kind: "failed", exchanges: seat.judged, violations };
  if (seat.judged > 0) return { kind: "passed", exchanges: seat.judged };
  const configured = seat.check.interfaces.some((name) => target.interfaces.includes(name));
  return {
    kind: "not-applicable",
    reason: configured
      ? "no exchange showed it"
      : `not configured: ${seat.check.interfaces.map((name) => `interfaces.${name}`).join(", ")}`,
  };
};

export const createPassiveBench = (
  checks: readonly PassiveCheck[],
  tools: JudgeTools,
  board: Scoreboard,
): PassiveBench => {
  const seats = checks.map((check): Seat => ({ check, judged: 0, crashed: undefined, violations: new Map() }));

  const hear = (seat: Seat, exchange: Exchange): RunEvent[] => {
    const { check } = seat;
    if (!check.interfaces.includes(exchange.interface) || !check.applies(exchange, tools)) return [];
    const judgements = [...check.judge(exchange, tools)];
    seat.judged += 1;
    for (const judgement of judgements) {
      if (judgement.kind !== "violation") continue;
      const fact = judgement.fact ?? check.facts[0];
      seat.violations.set(fact, (seat.violations.get(fact) ?? 0) + 1);
    }
    return board.score(check, judgements);
  };

  return {
    *judge(exchange) {
      if (responseOf(exchange) === undefined) return;
      for (const seat of seats) {
        if (seat.crashed !== undefined) continue;
        try {
          yield* hear(seat, exchange);
        } catch (error) {
          seat.crashed = error instanceof Error ? error.message : String(error);
        }
      }
    },
    *verdicts(target) {
      for (const seat of seats)
        for (const fact of seat.check.facts) yield board.verdict(seat.check.id, fact, verdictOf(seat, fact, target));
      return seats.find(({ crashed }) => crashed !== undefined)?.check.id;
    },
  };
};
