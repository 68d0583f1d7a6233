import type { Share } from "../../core/model/drift.ts";
import { isGood, isTransient } from "../../core/model/exchange.ts";
import type { Impact } from "../../core/model/impact.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { responseFor } from "../../core/model/operation.ts";
import {
  type RunAnswers,
  type AnswerHistory,
  type HeaderHistory,
  probeKey,
  type ProbeHistory,
  usualStatus,
} from "./answer-history.ts";
import { chanceOfAtLeast } from "./chance.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { type BodyForm, bodyForms } from "../../core/shapes/error-form.ts";
import type { History } from "./history.ts";
import { describeLatencyClass, medianLatencyClass, timeOutClass } from "../../core/shapes/latency-class.ts";
import { totalOf } from "./location-history.ts";
import { headerIn, numberIn } from "../../core/shapes/rate-figures.ts";
import type { ProbeEntry } from "../../core/shapes/shape-entry.ts";
import type { KnownChanges, Signal } from "./signal.ts";
import { partsOfKey, type SortedRun } from "./sorted-run.ts";
import { detailOf, type Feature, type Subject, subjectKey, type SubjectOf } from "./subject.ts";

const keysOf = <Key>(counts: ReadonlyMap<Key, number>): readonly Key[] =>
  [...counts].filter(([, count]) => count > 0).map(([key]) => key);

const impactOfForm = (run: RunAnswers, form: BodyForm, documentation: Documentation): Impact => {
  if (run.status < 400) return "breaking";
  const stated = documentation.errorForms(run.interface);
  return stated === undefined || stated.includes(form) ? "informational" : "breaking";
};

/** The subject of answers of an operation with one status. */
const ofAnswers = ({ interface: name, operation, status }: RunAnswers, feature: Feature): Subject => ({
  interface: name,
  operation,
  status,
  pointer: "",
  ...feature,
});

/** Something that none of `had` earlier answers showed, and `count` of `of` answers show now. */
const appeared = (
  subject: Subject,
  nature: Signal["nature"],
  impact: Impact,
  { count, of, had }: { readonly count: number; readonly of: number; readonly had: number },
  before: string,
): Signal => ({
  subject,
  variant: "",
  nature,
  impact,
  past: { count: 0, of: had },
  current: { count, of },
  before,
  now: detailOf(subject),
});

/** A form of error or body not seen before for this operation and status. */
export const formSignals = function* (
  run: RunAnswers,
  past: AnswerHistory,
  known: KnownChanges,
  documentation: Documentation,
): Generator<Signal> {
  if (past.answers === 0) return;
  for (const form of bodyForms) {
    const subject = ofAnswers(run, {
      kind: run.status >= 400 ? "error-form-changed" : "type-changed",
      form,
    });
    const count = run.forms.get(form) ?? 0;
    const isFirst = count > 0 && (past.forms.get(form) ?? 0) === 0;
    if (!isFirst && !known.has(subject)) continue;
    const counts = { count, of: run.answers, had: totalOf(past.forms) };
    const impact = impactOfForm(run, form, documentation);
    yield appeared(subject, "structural", impact, counts, keysOf(past.forms).join(" or "));
  }
};

const countWhere = (latencies: ReadonlyMap<number, number>, isMeant: (at: number) => boolean): number =>
  [...latencies].reduce((sum, [at, count]) => sum + (isMeant(at) ? count : 0), 0);

/** Fewer answers say nothing about an operation's latency. */
const fewestTimed = 8;

/** Temporary load moves a median by fewer classes than this. */
const lastingSteps = 3;

/** Breaking if answers that took less than a second now take longer than clients wait. */
const impactOfLatency = (usual: number, now: number): Impact =>
  now >= timeOutClass && now - usual >= 2 ? "breaking" : "informational";

/** A median that moved to another class, and not by chance. */
export const latencySignals = function* (
  run: RunAnswers,
  past: AnswerHistory,
  known: KnownChanges,
): Generator<Signal> {
  const of = totalOf(run.latencies);
  const before = totalOf(past.latencies);
  if (before < fewestTimed || of === 0) return;
  const [usual, now] = [medianLatencyClass(past.latencies) ?? 0, medianLatencyClass(run.latencies) ?? 0];
  const moves = [
    { direction: "slower", isMeant: (at: number) => at > usual, moved: now > usual },
    { direction: "faster", isMeant: (at: number) => at < usual, moved: now < usual },
  ] as const;
  for (const { direction, isMeant, moved } of moves) {
    const subject = ofAnswers(run, { kind: "latency-changed", direction });
    const isMoved = moved && of >= fewestTimed;
    if (!isMoved && !known.has(subject)) continue;
    const share: Share = { count: countWhere(past.latencies, isMeant), of: before };
    const current: Share = { count: moved ? countWhere(run.latencies, isMeant) : 0, of };
    yield {
      subject,
      variant: "",
      nature: "data",
      impact: impactOfLatency(usual, now),
      past: share,
      current,
      isPassing: Math.abs(now - usual) < lastingSteps,
      chance: chanceOfAtLeast(share, current),
      before: `mostly ${describeLatencyClass(usual)}`,
      now: `mostly ${describeLatencyClass(now)}`,
    };
  }
};

const wholeInterface = (run: RunAnswers, feature: Feature): Subject => ({
  interface: run.interface,
  operation: "*",
  pointer: "",
  ...feature,
});

/** Number of answers with one of these statuses, of any operation. */
const answersWith = (
  statuses: ReadonlySet<number>,
  byKey: ReadonlyMap<string, { readonly answers: number }>,
): number =>
  [...byKey].reduce(
    (sum, [key, { answers }]) => sum + (statuses.has(partsOfKey(key).status) ? answers : 0),
    0,
  );

/**
 * Headers that no answer of this interface had before. A header only on refusals is new only if earlier refusals lacked
 * it, because the number of refusals varies between runs.
 */
export const headerSignals = function* (
  { whole: run, answers }: Pick<SortedRun, "answers"> & { readonly whole: RunAnswers },
  history: Pick<History, "answers" | "whole">,
  known: KnownChanges,
  names: Iterable<string>,
): Generator<Signal> {
  const { whole: past } = history;
  if (past.answers === 0) return;
  for (const name of names) {
    const subject = wholeInterface(run, { kind: "header-appeared", header: name });
    const count = run.headers.get(name) ?? 0;
    const isFirst = count > 0 && (past.headers.get(name) ?? 0) === 0;
    const having = [...answers.values()].filter(({ headers }) => (headers.get(name) ?? 0) > 0);
    const statuses = new Set(having.map(({ status }) => status));
    const [had, of] =
      count === 0
        ? [past.answers, run.answers]
        : [answersWith(statuses, history.answers), answersWith(statuses, answers)];
    if (!known.has(subject) && (!isFirst || had === 0)) continue;
    yield appeared(subject, "data", "informational", { count, of, had }, "absent");
  }
};

const announced = (counts: ReadonlyMap<string, number>, header: string): ReadonlyMap<string, number> =>
  new Map([...counts].filter(([figure, count]) => count > 0 && headerIn(figure) === header));

/** New values of announced limits, in headers that were announced before. */
export const rateSignals = function* (
  run: RunAnswers,
  past: HeaderHistory,
  known: KnownChanges,
  figures: Iterable<string>,
): Generator<Signal> {
  for (const figure of figures) {
    const subject = wholeInterface(run, { kind: "rate-changed", figure });
    const before = announced(past.rates, headerIn(figure));
    const now = announced(run.rates, headerIn(figure));
    const count = now.get(figure) ?? 0;
    const isFirst = count > 0 && before.size > 0 && !before.has(figure);
    if (!isFirst && !known.has(subject)) continue;
    const lowest = Math.min(...[...before.keys()].map(numberIn));
    const impact = numberIn(figure) < lowest ? "breaking" : "additive";
    const counts = { count, of: totalOf(now), had: totalOf(before) };
    yield appeared(subject, "structural", impact, counts, [...before.keys()].join(", "));
  }
};

const impactOfStatus = ({ operation, from, to }: Move, documentation: Documentation): Impact => {
  if (isTransient(to)) return "informational";
  if (isGood(from) && !isGood(to)) return "breaking";
  const found = documentation.operation(operation);
  const isDocumented = found !== undefined && responseFor(found, to) !== undefined;
  return isDocumented ? "informational" : "breaking";
};

interface Move {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly from: number;
  readonly to: number;
  before: number;
  count: number;
  of: number;
}

/** Probes answered as never before, by operation, old status and new status. */
const movesOf = (probes: readonly ProbeEntry[], past: ProbeHistory): readonly Move[] => {
  const moves = new Map<string, Move>();
  for (const probe of probes) {
    const statuses = past.get(probeKey(probe));
    const from = statuses === undefined ? undefined : usualStatus(statuses);
    if (statuses === undefined || from === undefined) continue;
    for (const [to, count] of probe.statuses) {
      if ((statuses.get(to) ?? 0) > 0 || to === 429 || to > 500) continue;
      const { interface: name, operation } = probe;
      const key = `${name} ${operation} ${from} ${to}`;
      const move = moves.get(key) ?? { interface: name, operation, from, to, before: 0, count: 0, of: 0 };
      moves.set(key, move);
      move.before += totalOf(statuses);
      move.count += count;
      move.of += totalOf(probe.statuses);
    }
  }
  return [...moves.values()];
};

const signalOfMove = (move: Move, documentation: Documentation): Signal => ({
  subject: {
    interface: move.interface,
    operation: move.operation,
    pointer: "",
    kind: "status-changed",
    from: move.from,
    to: move.to,
  },
  variant: "",
  nature: "structural",
  impact: impactOfStatus(move, documentation),
  past: { count: 0, of: move.before },
  current: { count: move.count, of: move.of },
  before: String(move.from),
  now: String(move.to),
});

/** Changes of statuses, and for moves noticed earlier also that they persist. */
export const statusSignals = function* (
  { probes, documentation }: Pick<SortedRun, "probes" | "documentation">,
  past: ProbeHistory,
  known: readonly SubjectOf<"status-changed">[],
): Generator<Signal> {
  const moves = movesOf(probes, past);
  const shown = new Set<string>();
  for (const move of moves) {
    const signal = signalOfMove(move, documentation);
    shown.add(subjectKey(signal.subject));
    yield signal;
  }
  for (const subject of known) {
    if (shown.has(subjectKey(subject))) continue;
    const { interface: name, operation, from, to } = subject;
    const same = probes.filter(
      (probe) =>
        probe.operation === operation && usualStatus(past.get(probeKey(probe)) ?? new Map()) === from,
    );
    const of = same.reduce((sum, { statuses }) => sum + totalOf(statuses), 0);
    const count = same.reduce((sum, { statuses }) => sum + (statuses.get(to) ?? 0), 0);
    yield signalOfMove({ interface: name, operation, from, to, before: 0, count, of }, documentation);
  }
};
