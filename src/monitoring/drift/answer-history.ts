import { isTransient } from "../../core/model/exchange.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { BodyForm } from "../../core/shapes/error-form.ts";
import type { AnswerEntry, ProbeEntry } from "../../core/shapes/shape-entry.ts";

/** Answers of one operation and status in all runs so far, in any variant. */
export interface AnswerHistory {
  answers: number;
  readonly forms: Map<BodyForm, number>;
  readonly latencies: Map<number, number>;
}

/** Headers of the whole interface in all runs so far. */
export interface HeaderHistory {
  answers: number;
  readonly headers: Map<string, number>;
  readonly rates: Map<string, number>;
}

/** Statuses of the answers to each probe. */
export type ProbeHistory = Map<string, Map<number, number>>;

export const createAnswerHistory = (): AnswerHistory => ({
  answers: 0,
  forms: new Map(),
  latencies: new Map(),
});

export const createHeaderHistory = (): HeaderHistory => ({
  answers: 0,
  headers: new Map(),
  rates: new Map(),
});

export const addTo = <Key>(into: Map<Key, number>, key: Key, count: number): void => {
  into.set(key, (into.get(key) ?? 0) + count);
};

/** Answers of one operation and status, or of the whole interface (`*`, 0), in one run. */
export interface RunAnswers extends AnswerHistory, HeaderHistory {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly status: number;
}

const sumUp = (
  entries: Iterable<AnswerEntry>,
  keyOf: (entry: AnswerEntry) => string,
  shown: (entry: AnswerEntry) => Pick<RunAnswers, "operation" | "status">,
): ReadonlyMap<string, RunAnswers> => {
  const sums = new Map<string, RunAnswers>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const sum = sums.get(key) ?? {
      interface: entry.interface,
      ...shown(entry),
      answers: 0,
      forms: new Map<BodyForm, number>(),
      latencies: new Map<number, number>(),
      headers: new Map<string, number>(),
      rates: new Map<string, number>(),
    };
    sums.set(key, sum);
    sum.answers += entry.answers;
    // The record's keys have this type.
    for (const [form, count] of Object.entries(entry.forms)) addTo(sum.forms, form as BodyForm, count);
    for (const [at, count] of entry.latencies) addTo(sum.latencies, at, count);
    for (const [name, count] of entry.headers) addTo(sum.headers, name, count);
    for (const [figure, count] of entry.rates) addTo(sum.rates, figure, count);
  }
  return sums;
};

export const byOperationAndStatus = (entries: readonly AnswerEntry[]): ReadonlyMap<string, RunAnswers> =>
  sumUp(
    entries,
    ({ operation, status }) => `${operation} ${status}`,
    ({ operation, status }) => ({ operation, status }),
  );

/** Headers and rates are the same across an interface; those of temporary failures are left out. */
export const ofInterface = (entries: readonly AnswerEntry[]): RunAnswers | undefined =>
  sumUp(
    entries.filter(({ status }) => !isTransient(status)),
    () => "",
    () => ({ operation: "*", status: 0 }),
  ).get("");

/** The most frequent status of a probe's answers. */
export const usualStatus = (statuses: ReadonlyMap<number, number>): number | undefined => {
  const [most] = [...statuses].filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
  return most?.[0];
};

export const probeKey = ({ operation, probe }: ProbeEntry): string => `${operation} ${probe}`;
