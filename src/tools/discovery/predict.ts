import { type Comparison, holds } from "../../contract/queries/meaning.ts";
import { type Arity, type OperatorName, operators } from "../../contract/queries/operators.ts";
import { type Key, keyOf, lowered } from "../../contract/queries/values/key.ts";
import type { Matches, Probe, Shape } from "./probe.ts";
import type { Column } from "./sample.ts";
import type { Interval } from "./intervals.ts";

/** The outcome of a probe if its operator has a certain meaning. */
export type Prediction =
  /** Nothing can be said but that a strict target refuses it. */
  | { readonly kind: "unfit" }
  /**
   * These records. `fit` says whether the condition is as the operator wants it; a target that refuses none but
   * reads what it can may answer it otherwise too.
   */
  | { readonly kind: "matches"; readonly fit: "exact" | "lenient"; readonly matches: Matches }
  /** Those whose stretch of time this moment lies in; undefined for a record that holds none. */
  | { readonly kind: "moments"; readonly stretches: readonly (Interval | undefined)[] };

const shapes: Readonly<Record<Arity, Shape>> = {
  none: "none",
  one: "single",
  two: "bounds",
  many: "several",
};

const day = 86_400_000;

const fitOf = (operator: OperatorName, probe: Probe): "exact" | "lenient" | undefined => {
  const { arity, operands, types } = operators[operator];
  if (!types.includes(probe.column.type)) return undefined;
  if (shapes[arity] === probe.shape)
    return probe.shape === "none" || operands === probe.counts ? "exact" : undefined;
  if (arity === "none") return "lenient";
  return arity === "many" && probe.shape === "single" && probe.counts === "own" ? "lenient" : undefined;
};

const millisecondsOf = (key: Key): number | undefined =>
  key.kind === "moment" ? Number(key.seconds.unscaled) * 1000 * 10 ** -key.seconds.scale : undefined;

const monthAround = (moment: number): Interval => {
  const date = new Date(moment);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) - 1 };
};

const yearAround = (moment: number): Interval => {
  const year = new Date(moment).getUTCFullYear();
  return { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) - 1 };
};

type Stretch = (moment: number, days: number) => Interval;

/** When "now" has to be for a moment to match, by the operators that look at the clock. */
const stretches: Readonly<Partial<Record<OperatorName, Stretch>>> = {
  inLastDays: (moment, days) => ({ from: moment, to: moment + days * day }),
  inNextDays: (moment, days) => ({ from: moment - days * day, to: moment }),
  isThisMonth: monthAround,
  isThisYear: yearAround,
};

/** Whether an operator's matches depend on the time at which it is asked. */
export const looksAtClock = (operator: OperatorName): boolean => stretches[operator] !== undefined;

/** Texts with their letters made small, so that it is done once for all comparisons that ignore the case. */
const foldedKeys = new WeakMap<Column, readonly (Key | undefined)[]>();

const folded = (key: Key | undefined): Key | undefined =>
  key?.kind === "text" ? { kind: "text", text: lowered(key.text) } : key;

const keysOf = (column: Column, ignoresCase: boolean): readonly (Key | undefined)[] => {
  if (!ignoresCase || column.type !== "text") return column.keys;
  const known = foldedKeys.get(column) ?? column.keys.map(folded);
  foldedKeys.set(column, known);
  return known;
};

/** The prediction for an operator, with or without regard to the case of letters. */
export const predict = (operator: OperatorName, probe: Probe, ignoresCase: boolean): Prediction => {
  const fit = fitOf(operator, probe);
  if (fit === undefined) return { kind: "unfit" };
  const { type } = probe.column;
  const keys = keysOf(probe.column, ignoresCase);
  const stretch = stretches[operator];
  if (stretch !== undefined) {
    if (fit === "lenient") return { kind: "unfit" };
    const days = Number(probe.operands[0] ?? 0);
    const moments = keys.map((key) => (key === undefined ? undefined : millisecondsOf(key)));
    return {
      kind: "moments",
      stretches: moments.map((moment) => (moment === undefined ? undefined : stretch(moment, days))),
    };
  }
  const comparison: Comparison = {
    operands: probe.operands.map((operand) => {
      const key = keyOf(type, operand);
      return ignoresCase ? folded(key) : key;
    }),
    days: 0,
    now: 0,
    ignoresCase: false,
  };
  return {
    kind: "matches",
    fit,
    matches: keys.map((key) => (holds(operator, key, comparison) ? "1" : "0")).join(""),
  };
};

const matchesAt = (stretchesOfRecords: readonly (Interval | undefined)[], now: number): Matches =>
  stretchesOfRecords
    .map((interval) => (interval !== undefined && now >= interval.from && now <= interval.to ? "1" : "0"))
    .join("");

/** Predictions, each made once: the same probes are weighed again and again. */
export class Predictions {
  readonly #ignoringCase = new Map<Probe, Map<OperatorName, Prediction>>();
  readonly #exact = new Map<Probe, Map<OperatorName, Prediction>>();
  readonly #moments = new WeakMap<Prediction, { readonly now: number; readonly matches: Matches }>();

  of(operator: OperatorName, probe: Probe, ignoresCase = true): Prediction {
    const known = ignoresCase ? this.#ignoringCase : this.#exact;
    let ofProbe = known.get(probe);
    if (ofProbe === undefined) known.set(probe, (ofProbe = new Map()));
    let prediction = ofProbe.get(operator);
    if (prediction === undefined) ofProbe.set(operator, (prediction = predict(operator, probe, ignoresCase)));
    return prediction;
  }

  /**
   * The records that match if it is `now` at the target, in milliseconds; undefined where the condition is not as the
   * operator wants it.
   */
  matches(operator: OperatorName, probe: Probe, now: number): Matches | undefined {
    const prediction = this.of(operator, probe);
    if (prediction.kind === "matches") return prediction.fit === "exact" ? prediction.matches : undefined;
    if (prediction.kind === "unfit") return undefined;
    const known = this.#moments.get(prediction);
    if (known?.now === now) return known.matches;
    const matches = matchesAt(prediction.stretches, now);
    this.#moments.set(prediction, { now, matches });
    return matches;
  }
}
