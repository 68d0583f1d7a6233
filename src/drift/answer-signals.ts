import type { Share } from "../model/drift.ts";
import type { Impact } from "../model/impact.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { responseFor } from "../model/operation.ts";
import {
  type AnswerNight,
  type AnswerPast,
  type HeaderPast,
  isTransient,
  probeKey,
  type ProbePast,
  usualStatus,
} from "./answer-past.ts";
import { chanceOfAtLeast } from "./chance.ts";
import { operationOf } from "./documented-place.ts";
import { type BodyForm, bodyForms } from "./error-form.ts";
import { describeLatencyClass, latencyClasses } from "./latency-class.ts";
import type { ProbeEntry } from "./shape-entry.ts";
import type { Noticed, Signal } from "./signal.ts";
import { type Subject, subjectKey } from "./subject.ts";

const totalOf = (counts: ReadonlyMap<unknown, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const keysOf = <Key>(counts: ReadonlyMap<Key, number>): readonly Key[] =>
  [...counts].filter(([, count]) => count > 0).map(([key]) => key);

/** Forms of errors that the specification states for an interface; of the others it states none. */
const statedErrorForms: Readonly<Partial<Record<InterfaceName, readonly BodyForm[]>>> = {
  crm: ["error-envelope", "message", "text", "oauth-error"],
  donation: ["problem"],
};

const impactOfForm = (night: AnswerNight, form: BodyForm): Impact => {
  if (night.status < 400) return "breaking";
  const stated = statedErrorForms[night.interface];
  return stated === undefined || stated.includes(form) ? "informational" : "breaking";
};

/** An error's form, or that of a successful body, that was never seen for this operation and status. */
export const formSignals = function* (
  night: AnswerNight,
  past: AnswerPast,
  noticed: Noticed,
): Generator<Signal> {
  if (past.answers === 0) return;
  for (const form of bodyForms) {
    const subject: Subject = {
      interface: night.interface,
      operation: night.operation,
      status: night.status,
      pointer: "",
      kind: night.status >= 400 ? "error-form-changed" : "type-changed",
      detail: form,
    };
    const count = night.forms.get(form) ?? 0;
    const isFirst = count > 0 && (past.forms.get(form) ?? 0) === 0;
    if (!isFirst && !noticed.has(subject)) continue;
    yield {
      subject,
      variant: "",
      nature: "structural",
      impact: impactOfForm(night, form),
      past: { count: 0, of: totalOf(past.forms) },
      tonight: { count, of: night.answers },
      before: keysOf(past.forms).join(" or "),
      now: form,
    };
  }
};

const medianClass = (latencies: ReadonlyMap<number, number>): number => {
  const half = totalOf(latencies) / 2;
  let sum = 0;
  for (let at = 0; at < latencyClasses; at += 1) {
    sum += latencies.get(at) ?? 0;
    if (sum >= half && sum > 0) return at;
  }
  return 0;
};

const countWhere = (latencies: ReadonlyMap<number, number>, isMeant: (at: number) => boolean): number =>
  [...latencies].reduce((sum, [at, count]) => sum + (isMeant(at) ? count : 0), 0);

/** Fewer answers than this say nothing of how fast an operation is. */
const fewestTimed = 8;

/** Whether the median moved to another class, and not by chance. */
export const latencySignals = function* (
  night: AnswerNight,
  past: AnswerPast,
  noticed: Noticed,
): Generator<Signal> {
  const of = totalOf(night.latencies);
  const before = totalOf(past.latencies);
  if (before < fewestTimed || of === 0) return;
  const [usual, now] = [medianClass(past.latencies), medianClass(night.latencies)];
  const directions = [
    { detail: "slower", isMeant: (at: number) => at > usual, moved: now > usual },
    { detail: "faster", isMeant: (at: number) => at < usual, moved: now < usual },
  ];
  for (const { detail, isMeant, moved } of directions) {
    const subject: Subject = {
      interface: night.interface,
      operation: night.operation,
      status: night.status,
      pointer: "",
      kind: "latency-changed",
      detail,
    };
    const isMoved = moved && of >= fewestTimed;
    if (!isMoved && !noticed.has(subject)) continue;
    const share: Share = { count: countWhere(past.latencies, isMeant), of: before };
    const tonight: Share = { count: moved ? countWhere(night.latencies, isMeant) : 0, of };
    yield {
      subject,
      variant: "",
      nature: "data",
      impact: "informational",
      past: share,
      tonight,
      chance: chanceOfAtLeast(share, tonight),
      before: `mostly ${describeLatencyClass(usual)}`,
      now: `mostly ${describeLatencyClass(now)}`,
    };
  }
};

const wholeInterface = (night: AnswerNight, kind: Subject["kind"], detail: string): Subject => ({
  interface: night.interface,
  operation: "*",
  pointer: "",
  kind,
  detail,
});

/** Headers that no answer of this interface had before. */
export const headerSignals = function* (
  night: AnswerNight,
  past: HeaderPast,
  noticed: Noticed,
  names: Iterable<string>,
): Generator<Signal> {
  if (past.answers === 0) return;
  for (const name of names) {
    const subject = wholeInterface(night, "header-appeared", name);
    const count = night.headers.get(name) ?? 0;
    const isFirst = count > 0 && (past.headers.get(name) ?? 0) === 0;
    if (!isFirst && !noticed.has(subject)) continue;
    yield {
      subject,
      variant: "",
      nature: "data",
      impact: "informational",
      past: { count: 0, of: past.answers },
      tonight: { count, of: night.answers },
      before: "absent",
      now: name,
    };
  }
};

const headerOf = (figure: string): string => figure.slice(0, figure.indexOf(":"));

const numberIn = (figure: string): number => Number(/\d+/.exec(figure.slice(figure.indexOf(":")))?.[0] ?? 0);

const announced = (counts: ReadonlyMap<string, number>, header: string): ReadonlyMap<string, number> =>
  new Map([...counts].filter(([figure, count]) => count > 0 && headerOf(figure) === header));

/** Announced limits that were never announced before, in headers that were. */
export const rateSignals = function* (
  night: AnswerNight,
  past: HeaderPast,
  noticed: Noticed,
  figures: Iterable<string>,
): Generator<Signal> {
  for (const figure of figures) {
    const subject = wholeInterface(night, "rate-changed", figure);
    const before = announced(past.rates, headerOf(figure));
    const now = announced(night.rates, headerOf(figure));
    const count = now.get(figure) ?? 0;
    const isFirst = count > 0 && before.size > 0 && !before.has(figure);
    if (!isFirst && !noticed.has(subject)) continue;
    const lowest = Math.min(...[...before.keys()].map(numberIn));
    yield {
      subject,
      variant: "",
      nature: "structural",
      impact: numberIn(figure) < lowest ? "breaking" : "additive",
      past: { count: 0, of: totalOf(before) },
      tonight: { count, of: totalOf(now) },
      before: [...before.keys()].join(", "),
      now: figure,
    };
  }
};

const isGood = (status: number): boolean => status >= 200 && status < 300;

const impactOfStatus = (operation: string, from: number, to: number): Impact => {
  if (isTransient(to)) return "informational";
  if (isGood(from) && !isGood(to)) return "breaking";
  const found = operationOf(operation);
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

/** Ways of asking that were answered as never before, by operation and by what became of which status. */
const movesOf = (probes: readonly ProbeEntry[], past: ProbePast): readonly Move[] => {
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

const signalOfMove = (move: Move): Signal => ({
  subject: {
    interface: move.interface,
    operation: move.operation,
    pointer: "",
    kind: "status-changed",
    detail: `${move.from} > ${move.to}`,
  },
  variant: "",
  nature: "structural",
  impact: impactOfStatus(move.operation, move.from, move.to),
  past: { count: 0, of: move.before },
  tonight: { count: move.count, of: move.of },
  before: String(move.from),
  now: String(move.to),
});

/** What statuses changed; of moves that were noticed earlier also that they did not come back. */
export const statusSignals = function* (
  probes: readonly ProbeEntry[],
  past: ProbePast,
  known: readonly Subject[],
): Generator<Signal> {
  const moves = movesOf(probes, past);
  const shown = new Set<string>();
  for (const move of moves) {
    const signal = signalOfMove(move);
    shown.add(subjectKey(signal.subject));
    yield signal;
  }
  for (const subject of known) {
    if (shown.has(subjectKey(subject))) continue;
    const [from = 0, to = 0] = subject.detail.split(" > ").map(Number);
    const { interface: name, operation } = subject;
    const same = probes.filter(
      (probe) =>
        probe.operation === operation && usualStatus(past.get(probeKey(probe)) ?? new Map()) === from,
    );
    const of = same.reduce((sum, { statuses }) => sum + totalOf(statuses), 0);
    const count = same.reduce((sum, { statuses }) => sum + (statuses.get(to) ?? 0), 0);
    yield signalOfMove({ interface: name, operation, from, to, before: 0, count, of });
  }
};
