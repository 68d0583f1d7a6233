import type { FactVerdict, StopReason } from "./fact-verdict.ts";
import type { Finding } from "./finding.ts";
import type { Redirect } from "./redirect.ts";
import type { PickedPart } from "./report.ts";
import type { Settings } from "./settings.ts";
import type { PutBack, WriteSummary } from "./write-summary.ts";
import { byText } from "./texts.ts";

/**
 * Consecutive exchanges that one check was the first to request. Steps are numbered across the whole run, so shards skip
 * each other's numbers.
 */
export interface TallyStep {
  readonly step: number;
  /** Empty for requests of no check, and for entries of recordings. */
  readonly check: string;
  readonly exchanges: number;
}

/** The first step of each check. */
export const firstSteps = (steps: readonly TallyStep[]): Map<string, number> =>
  new Map(steps.toReversed().map(({ check, step }) => [check, step]));

/** An exchange: its step, and its position there, from 1. */
export type ExchangeRef = readonly [step: number, nth: number];

/**
 * When something was reported: the first step of the check running at the time, or the entry number in a recording; and
 * its position among reports of that time.
 */
export type ReportedAt = readonly [step: number, nth: number];

/** A finding of a part of a run. */
export interface TalliedFinding {
  readonly finding: Omit<Finding, "exchanges" | "known">;
  readonly at: ReportedAt;
  /** The exchange it is about. */
  readonly about: ExchangeRef;
  /** The other exchanges needed to show it, in order. */
  readonly exchanges: readonly ExchangeRef[];
}

/** An observation on an open question by a part of a run. */
export interface TalliedObservation {
  readonly unknown: string;
  readonly observed: string;
  /** `GET /api/Donor/list gave 200` */
  readonly evidence: string;
  readonly settings?: Settings;
  readonly at: ReportedAt;
  readonly exchange: ExchangeRef;
  /** Whether it summarizes all exchanges; these observations are all kept, others only up to a limit. */
  readonly ofAll: boolean;
}

export interface TalliedVerdict {
  readonly check: string;
  readonly fact: string;
  readonly verdict: FactVerdict;
}

/** State of a record with its time: milliseconds since the epoch, and its position in the summary. */
export interface TalliedRecord extends PutBack {
  readonly at: readonly [ms: number, nth: number];
}

/** Why a part of a run ended early. */
export interface Stop {
  readonly reason: StopReason;
  readonly message: string;
}

/**
 * Results of any part of a run, as plain values without record data: the time before an interruption, a shard, a share
 * of a recording. Parts can be added in any order; every report is a view of a sum.
 */
export interface Tally {
  readonly steps: readonly TallyStep[];
  readonly findings: readonly TalliedFinding[];
  readonly observations: readonly TalliedObservation[];
  readonly verdicts: readonly TalliedVerdict[];
  /** Active checks that completed, or could not start on this target. */
  readonly done: readonly string[];
  /** Checks that crashed. */
  readonly crashed: readonly string[];
  /** Names of sent properties, which may appear in findings. */
  readonly names: readonly string[];
  readonly stops: readonly Stop[];
  /** When it ran: starts and ends, in milliseconds since the epoch. */
  readonly times: readonly (readonly [from: number, to: number])[];
  readonly requests: number;
  readonly redirects: readonly Redirect[];
  readonly records: readonly TalliedRecord[];
  /** What cannot be undone, with counts. */
  readonly left: WriteSummary["left"];
  /** Whether plans selected only some of their requests. */
  readonly sampled: boolean;
  /** The turn by which plans selected, unless it is the seed. */
  readonly turn?: number;
  /** Turns that differ, by check. */
  readonly turns: Readonly<Record<string, number>>;
  /** Number of portions beyond the first. */
  readonly portions: number;
  /** By check, the selected part of what its plan can request. */
  readonly picked: Readonly<Record<string, PickedPart>>;
}

/** The result of a part without requests: the neutral element of `plus`. */
export const nothing: Tally = {
  steps: [],
  findings: [],
  observations: [],
  verdicts: [],
  done: [],
  crashed: [],
  names: [],
  stops: [],
  times: [],
  requests: 0,
  redirects: [],
  records: [],
  left: [],
  sampled: false,
  turns: {},
  portions: 0,
  picked: {},
};

/** Limit of exchanges in a finding. */
const mostExchanges = 20;

/** Limit of observations kept per question, in addition to those on all exchanges. */
export const mostObservations = 5;

/** The order of number pairs. */
const comparePairs = (one: readonly [number, number], other: readonly [number, number]): number =>
  one[0] - other[0] || one[1] - other[1];

/** Merges items with the same key; sorted by key. */
const byKey = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  join: (one: Item, other: Item) => Item,
): readonly Item[] =>
  [...Map.groupBy(items, keyOf)]
    .toSorted(([one], [other]) => byText(one, other))
    .flatMap(([, same]) => (same.length === 0 ? [] : [same.reduce(join)]));

const textsOf = (...some: readonly (readonly string[])[]): readonly string[] =>
  [...new Set(some.flat())].toSorted();

/** The earlier one; at the same time, the one with the smaller text, so that the order of parts does not matter. */
const earlier = <Item>(one: Item, other: Item, compare: (one: Item, other: Item) => number): Item =>
  (compare(one, other) || byText(JSON.stringify(one), JSON.stringify(other))) <= 0 ? one : other;

/** The order of reporting. */
export const byReport = (one: { readonly at: ReportedAt }, other: { readonly at: ReportedAt }): number =>
  comparePairs(one.at, other.at);

/** The finding of the part that reported it first. */
const bothFindings = (one: TalliedFinding, other: TalliedFinding): TalliedFinding =>
  earlier(one, other, byReport);

/** Each answer with its first evidence; of those not on all exchanges, only the first few. */
const observationsOf = (all: readonly TalliedObservation[]): readonly TalliedObservation[] => {
  const each = byKey(
    all,
    ({ unknown, ofAll, observed }) => JSON.stringify([unknown, ofAll, observed]),
    (one, other) => earlier(one, other, byReport),
  );
  const few = Map.groupBy(
    each.filter(({ ofAll }) => !ofAll),
    ({ unknown }) => unknown,
  );
  const kept = new Set(
    [...few.values()].flatMap((some) =>
      some
        .toSorted((one, other) => byReport(one, other) || byText(one.observed, other.observed))
        .slice(0, mostObservations),
    ),
  );
  return each.filter((one) => one.ofAll || kept.has(one));
};

const ranks: Readonly<Record<FactVerdict["kind"], number>> = {
  "not-applicable": 0,
  passed: 1,
  failed: 2,
  crashed: 3,
};

const exchangesOf = (verdict: FactVerdict): number => ("exchanges" in verdict ? verdict.exchanges : 0);
const violationsOf = (verdict: FactVerdict): number => ("violations" in verdict ? verdict.violations : 0);

/** Prefers the more informative of two reasons. */
const compareReasons = (one: string, other: string): number =>
  other.length - one.length || byText(one, other);

/**
 * The more severe of one check's two verdicts on a fact.
 * @param count how to combine counts of exchanges and violations: the sum, or the maximum if one includes the other
 */
export const bothVerdicts = (
  one: FactVerdict,
  other: FactVerdict,
  count: (one: number, other: number) => number,
): FactVerdict => {
  const kind = ranks[one.kind] >= ranks[other.kind] ? one.kind : other.kind;
  const exchanges = count(exchangesOf(one), exchangesOf(other));
  if (kind === "passed") return { kind, exchanges };
  if (kind === "failed")
    return { kind, exchanges, violations: count(violationsOf(one), violationsOf(other)) };
  const same = [one, other].filter((each) => each.kind === kind);
  const text = (verdict: FactVerdict): string =>
    verdict.kind === "crashed" ? verdict.message : verdict.kind === "not-applicable" ? verdict.reason : "";
  return same.reduce((left, right) => (compareReasons(text(left), text(right)) <= 0 ? left : right));
};

const sum = (one: number, other: number): number => one + other;

/** Combines verdicts on different exchanges. */
export const addVerdicts = (one: FactVerdict, other: FactVerdict): FactVerdict =>
  bothVerdicts(one, other, sum);

/** Merges overlapping times, sorted. */
const timesOf = (times: Tally["times"]): Tally["times"] =>
  times.toSorted(comparePairs).reduce<Tally["times"]>((all, [from, to]) => {
    const last = all.at(-1);
    return last === undefined || from > last[1]
      ? [...all, [from, to]]
      : [...all.slice(0, -1), [last[0], Math.max(last[1], to)]];
  }, []);

const timesAdded = <Item extends { readonly times: number }>(all: readonly Item[]): readonly Item[] =>
  byKey(
    all,
    ({ times: _times, ...what }) => JSON.stringify(what),
    (one, other) => ({ ...one, times: one.times + other.times }),
  );

/** Combines records by name, sorted; names without a value are left out. */
const entriesOf = <Value>(
  join: (one: Value, other: Value) => Value,
  ...all: readonly Readonly<Record<string, Value>>[]
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    byKey(
      all.flatMap((one) => Object.entries(one)),
      ([name]) => name,
      ([name, one], [, other]) => [name, join(one, other)],
    ),
  );

const largerPick = (one: PickedPart, other: PickedPart): PickedPart =>
  comparePairs([one.of, one.asked], [other.of, other.asked]) >= 0 ? one : other;

/**
 * The combined results of two parts of a run. Associative and commutative, with `nothing` as neutral element: the same
 * step, finding or record in both counts once.
 */
export const plus = (one: Tally, other: Tally): Tally => {
  const turn = Math.max(one.turn ?? -Infinity, other.turn ?? -Infinity);
  return {
    steps: byKey(
      [...one.steps, ...other.steps],
      ({ step }) => String(step),
      (left, right) => earlier(left, right, (first, second) => second.exchanges - first.exchanges),
    ).toSorted((left, right) => left.step - right.step),
    findings: byKey([...one.findings, ...other.findings], ({ finding }) => finding.fingerprint, bothFindings),
    observations: observationsOf([...one.observations, ...other.observations]),
    verdicts: byKey(
      [...one.verdicts, ...other.verdicts],
      ({ check, fact }) => JSON.stringify([fact, check]),
      (left, right) => ({ ...left, verdict: addVerdicts(left.verdict, right.verdict) }),
    ),
    done: textsOf(one.done, other.done),
    crashed: textsOf(one.crashed, other.crashed),
    names: textsOf(one.names, other.names),
    stops: byKey(
      [...one.stops, ...other.stops],
      (stop) => JSON.stringify([stop.reason, stop.message]),
      (stop) => stop,
    ),
    times: timesOf([...one.times, ...other.times]),
    requests: one.requests + other.requests,
    redirects: timesAdded([...one.redirects, ...other.redirects]),
    records: byKey(
      [...one.records, ...other.records],
      ({ record }) => record,
      (left, right) => earlier(left, right, (first, second) => byReport(second, first)),
    ),
    left: timesAdded([...one.left, ...other.left]),
    sampled: one.sampled || other.sampled,
    ...(turn === -Infinity ? {} : { turn }),
    turns: entriesOf(Math.max, one.turns, other.turns),
    portions: Math.max(one.portions, other.portions),
    picked: entriesOf(largerPick, one.picked, other.picked),
  };
};

/** The number of each exchange of a run, from 1 in the order of the steps. */
export const numbering = (steps: readonly TallyStep[]): ((ref: ExchangeRef) => number) => {
  const before = new Map<number, number>();
  let all = 0;
  for (const { step, exchanges } of steps.toSorted((one, other) => one.step - other.step)) {
    before.set(step, all);
    all += exchanges;
  }
  return ([step, nth]) => (before.get(step) ?? all) + nth;
};

/** A finding as shown in reports, with its own exchange first. */
export const findingOf = (
  { finding, about, exchanges }: TalliedFinding,
  numberOf: (ref: ExchangeRef) => number,
  known: ReadonlySet<string>,
): Finding => {
  const numbers = [about, ...exchanges].map(numberOf);
  return {
    ...finding,
    exchanges: [...new Set(numbers)].slice(0, mostExchanges),
    known: known.has(finding.fingerprint),
  };
};

/** The evidence for an answer to an open question: `exchange 12: GET /thing gave 200`. */
export const evidenceOf = (
  { exchange, evidence }: TalliedObservation,
  numberOf: (ref: ExchangeRef) => number,
): string => `exchange ${numberOf(exchange)}: ${evidence}`;
