import type { JudgeTools, PassiveCheck, Sample, Violation } from "../model/check.ts";
import { responseOf, type Exchange } from "../model/exchange.ts";
import { type Contract, describedAs } from "../model/contract.ts";
import type { RunEvent } from "../model/run-event.ts";
import type { FactVerdict } from "../model/fact-verdict.ts";
import type { TalliedVerdict } from "../model/tally.ts";
import { crashText } from "../privacy/crash-text.ts";
import type { ResultCollector } from "./result-collector.ts";
import type { Target } from "./target.ts";
import type { RunProblems } from "./run-problems.ts";
import { collectJudgements, notApplicableTo, countViolations } from "./verdicts.ts";

interface Counts {
  exchanges: number;
  violations: number;
  /** Why its last exchange said nothing about the fact. */
  reason?: string;
}

interface Seat {
  readonly check: PassiveCheck;
  readonly counts: ReadonlyMap<string, Counts>;
  readonly sample: Sample | undefined;
  crashed: string | undefined;
}

/** The target; `has` is absent for a recording. */
type PassiveTarget = Pick<Target, "interfaces"> & Partial<Pick<Target, "has">>;

type Unseen = (check: PassiveCheck) => string;

const seatOf = (check: PassiveCheck): Seat => ({
  check,
  counts: new Map(check.facts.map((fact) => [fact, { exchanges: 0, violations: 0 }])),
  sample: check.sample?.(),
  crashed: undefined,
});

const nothing: readonly RunEvent<never>[] = [];

const notConfigured: Unseen = ({ interfaces }) =>
  `not configured: ${interfaces.map((name) => `interfaces.${name}`).join(", ")}`;

interface PassiveCheckParts {
  readonly contract: Pick<Contract, "interfaces" | "described">;
  readonly tools: JudgeTools;
  readonly results: ResultCollector;
  readonly problems: RunProblems;
  readonly whyUnseen?: (check: PassiveCheck) => string | undefined;
}

const judgeBy = (
  { check, counts, sample }: Seat,
  exchange: Exchange,
  { tools, results }: PassiveCheckParts,
): readonly RunEvent<never>[] => {
  const applies = check.applies(exchange, tools);
  const seen = sample?.see(exchange, tools);
  if (!applies && seen === undefined) return nothing;
  const judgements = collectJudgements(check, [
    ...(applies ? check.judge(exchange, tools) : []),
    ...ofRun(seen ?? []),
  ]);
  for (const [fact, counted] of counts) {
    const violations = judgements.length === 0 ? 0 : countViolations(fact, check, judgements);
    const { reason } = notApplicableTo(fact, judgements) ?? {};
    if (reason !== undefined) counted.reason = reason;
    if (violations === 0 && (!applies || reason !== undefined)) continue;
    counted.exchanges += 1;
    counted.violations += violations;
  }
  return judgements.length === 0 ? nothing : results.collect(check, judgements);
};

const ofRun = (violations: Iterable<Violation> = []): readonly Violation[] =>
  [...violations].map((one) => ({ ...one, ofRun: true }));

const concludeBy = (seat: Seat, { results, problems }: PassiveCheckParts): readonly RunEvent<never>[] => {
  const { check, counts, sample } = seat;
  if (seat.crashed !== undefined) return nothing;
  try {
    const judgements = collectJudgements(check, ofRun(sample?.conclude?.()));
    for (const [fact, counted] of counts) counted.violations += countViolations(fact, check, judgements);
    return judgements.length === 0 ? nothing : results.collect(check, judgements);
  } catch (error) {
    // It is unknown which exchanges it was about, and thus which of its words are values.
    seat.crashed = error instanceof Error ? error.name : "an error";
    problems.crashed(check.id);
    return nothing;
  }
};

/** The verdict by what a check has seen; undefined if it has seen nothing. */
const seenBy = ({ crashed }: Seat, { exchanges, violations }: Counts): FactVerdict | undefined => {
  if (crashed !== undefined) return { kind: "crashed", message: crashed };
  if (violations > 0) return { kind: "failed", exchanges, violations };
  return exchanges > 0 ? { kind: "passed", exchanges } : undefined;
};

const verdictOf = (
  seat: Seat,
  counts: Counts,
  target: PassiveTarget,
  unseen: Unseen,
  { contract, problems, whyUnseen }: PassiveCheckParts,
): FactVerdict => {
  const mainCredentialOf = (name: string): string => describedAs(contract, name).mainCredential;
  const { check } = seat;
  const seen = seenBy(seat, counts);
  if (seen !== undefined) return seen;
  const present = check.interfaces.filter((name) => target.interfaces.includes(name));
  if (present.length === 0) return { kind: "not-applicable", reason: unseen(check) };
  const missed = problems.missed(check.interfaces);
  // A complete run would not have reached it either.
  const lacking = present.filter((name) => target.has?.(mainCredentialOf(name)) === false);
  const reason =
    missed === undefined || lacking.length < present.length
      ? (missed ?? counts.reason ?? check.unseen ?? whyUnseen?.(check) ?? "no exchange showed it")
      : `not configured: ${lacking.map(mainCredentialOf).join(", ")}`;
  return { kind: "not-applicable", reason };
};

const judgeByAll = (
  seats: readonly Seat[],
  exchange: Exchange,
  parts: PassiveCheckParts,
): readonly RunEvent<never>[] => {
  // The sandbox's answers about itself are not answers of an interface.
  if (exchange.call?.sandbox !== undefined) return nothing;
  const response = responseOf(exchange);
  const isHeadOnly = response?.body.kind === "unknown";
  const events: RunEvent<never>[] = [];
  for (const seat of seats) {
    if (seat.crashed !== undefined || (isHeadOnly && seat.check.headOnly !== true)) continue;
    if (response === undefined && seat.check.unanswered !== true) continue;
    try {
      for (const event of judgeBy(seat, exchange, parts)) events.push(event);
    } catch (error) {
      seat.crashed = crashText(error, [exchange]);
      parts.problems.crashed(seat.check.id);
    }
  }
  return events;
};

export const createPassiveCheckRunner = (checks: readonly PassiveCheck[], parts: PassiveCheckParts) => {
  const { contract, results } = parts;
  const seats = checks.map(seatOf);
  const seatsOf = new Map(
    contract.interfaces.map((name) => [name, seats.filter(({ check }) => check.interfaces.includes(name))]),
  );

  return {
    judge: (exchange: Exchange) => judgeByAll(seatsOf.get(exchange.interface) ?? [], exchange, parts),
    /** Judgements on all exchanges together, at the end of a run. */
    conclude: () => seats.flatMap((seat) => concludeBy(seat, parts)),
    /** Warnings about all exchanges together, for a run that has seen all of them. */
    samples: () =>
      seats.flatMap(({ check, sample, crashed }) =>
        crashed === undefined ? results.collect(check, ofRun(sample?.judge?.())) : [],
      ),
    /** Their verdicts at the end of the run; `unseen` is the reason for checks of absent interfaces. */
    *verdicts(target: PassiveTarget, unseen = notConfigured): Generator<RunEvent<never>, void> {
      for (const seat of seats)
        for (const [fact, counted] of seat.counts)
          yield results.verdict(seat.check.id, fact, verdictOf(seat, counted, target, unseen, parts));
    },
    /** Verdicts so far, only of checks that have seen something. */
    counts: (): readonly TalliedVerdict[] =>
      seats.flatMap((seat) =>
        [...seat.counts].flatMap(([fact, counts]) => {
          const verdict = seenBy(seat, counts);
          return verdict === undefined ? [] : [{ check: seat.check.id, fact, verdict }];
        }),
      ),
  };
};
