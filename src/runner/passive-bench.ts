import type { JudgeTools, PassiveCheck } from "../model/check.ts";
import { responseOf, type Exchange } from "../model/exchange.ts";
import type { RunEvent, Verdict } from "../model/run-event.ts";
import type { Scoreboard } from "./scoreboard.ts";
import type { Target } from "./target.ts";
import type { Troubles } from "./troubles.ts";
import { hear, notApplicableTo, violationsOf } from "./verdicts.ts";

/** What a check has seen of one of its facts. */
interface Tally {
  exchanges: number;
  violations: number;
}

interface Seat {
  readonly check: PassiveCheck;
  readonly tallies: ReadonlyMap<string, Tally>;
  crashed: string | undefined;
}

/** The passive checks of a run, sitting in judgement on every exchange that passes. */
export interface PassiveBench {
  judge(exchange: Exchange): Generator<RunEvent, void>;
  /** Their verdicts at the end of the run. */
  verdicts(target: Pick<Target, "interfaces">): Generator<RunEvent, void>;
}

const seatOf = (check: PassiveCheck): Seat => ({
  check,
  tallies: new Map(check.facts.map((fact) => [fact, { exchanges: 0, violations: 0 }])),
  crashed: undefined,
});

const notConfigured = (
  { interfaces }: PassiveCheck,
  target: Pick<Target, "interfaces">,
): string | undefined =>
  interfaces.some((name) => target.interfaces.includes(name))
    ? undefined
    : `not configured: ${interfaces.map((name) => `interfaces.${name}`).join(", ")}`;

export const createPassiveBench = (
  checks: readonly PassiveCheck[],
  tools: JudgeTools,
  board: Scoreboard,
  troubles: Troubles,
): PassiveBench => {
  const seats = checks.map(seatOf);

  const judgeBy = ({ check, tallies }: Seat, exchange: Exchange): RunEvent[] => {
    if (!check.interfaces.includes(exchange.interface) || !check.applies(exchange, tools)) return [];
    const judgements = hear(check, check.judge(exchange, tools));
    for (const [fact, tally] of tallies) {
      const violations = violationsOf(fact, check, judgements);
      if (violations === 0 && notApplicableTo(fact, judgements) !== undefined) continue;
      tally.exchanges += 1;
      tally.violations += violations;
    }
    return board.score(check, judgements);
  };

  const verdictOf = (
    { check, crashed }: Seat,
    { exchanges, violations }: Tally,
    target: Pick<Target, "interfaces">,
  ): Verdict => {
    if (crashed !== undefined) return { kind: "crashed", message: crashed };
    if (violations > 0) return { kind: "failed", exchanges, violations };
    if (exchanges > 0) return { kind: "passed", exchanges };
    const reason =
      notConfigured(check, target) ?? troubles.missed(check.interfaces) ?? "no exchange showed it";
    return { kind: "not-applicable", reason };
  };

  return {
    *judge(exchange) {
      // What the sandbox says of itself is none of the interfaces' answers.
      if (responseOf(exchange) === undefined || exchange.call?.sandbox !== undefined) return;
      for (const seat of seats) {
        if (seat.crashed !== undefined) continue;
        try {
          yield* judgeBy(seat, exchange);
        } catch (error) {
          seat.crashed = error instanceof Error ? error.message : String(error);
          troubles.crashed(seat.check.id);
        }
      }
    },
    *verdicts(target) {
      for (const seat of seats)
        for (const [fact, tally] of seat.tallies)
          yield board.verdict(seat.check.id, fact, verdictOf(seat, tally, target));
    },
  };
};
