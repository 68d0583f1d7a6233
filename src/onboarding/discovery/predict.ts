import { madeOnce } from "../../core/model/made-once.ts";
import { type Comparison, holds } from "../../builtin/queries/meaning.ts";
import { type Arity, isNegation, type OperatorName, operators } from "../../builtin/queries/operators.ts";
import { type Key, keyOf, lowered } from "../../builtin/queries/values/key.ts";
import type { Interval } from "./intervals.ts";
import { type Matches, noneOf, type Probe, type Shape } from "./probe.ts";
import type { ParameterColumn, RecordSample } from "./sample.ts";
import { allSemantics, type Semantics } from "./worlds.ts";

/** The outcome of a probe if its operator has a certain meaning. */
export type Prediction =
  /** The condition fits the operator: it matches these records. */
  | { readonly kind: "fit"; readonly matches: Matches }
  /** It fits, and matches records whose interval contains the current time; undefined for a record without a value. */
  | { readonly kind: "moments"; readonly stretches: readonly (Interval | undefined)[] }
  /**
   * It does not fit. A target may refuse it, match nothing or everything, or read what it can: then it matches the
   * records of the reading; undefined if that is unpredictable.
   */
  | { readonly kind: "unfit"; readonly misfit: Misfit; readonly reading: Matches | undefined };

/** Why a condition does not fit: the operator is for other types, or takes other operands. */
export type Misfit = "type" | Shape;

const shapes: Readonly<Record<Arity, Shape>> = {
  none: "none",
  one: "single",
  two: "bounds",
  many: "several",
};

/** Milliseconds. */
export const millisecondsOfDay = 86_400_000;

/** Why a condition lacks the type or operands of an operator; undefined if it fits. */
const misfitOf = (operator: OperatorName, { column, shape, counts }: Probe): Misfit | undefined => {
  const { arity, operands, types } = operators[operator];
  if (!types.includes(column.type)) return "type";
  return shapes[arity] === shape && (shape === "none" || operands === counts) ? undefined : shape;
};

/** Milliseconds since the epoch; undefined for no moment. */
export const millisecondsOf = (key: Key): number | undefined =>
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

/** The interval of "now" in which a moment matches, by operators that depend on the clock. */
const stretches: Readonly<Partial<Record<OperatorName, Stretch>>> = {
  inLastDays: (moment, days) => ({ from: moment, to: moment + days * millisecondsOfDay }),
  inNextDays: (moment, days) => ({ from: moment - days * millisecondsOfDay, to: moment }),
  isThisMonth: monthAround,
  isThisYear: yearAround,
};

/** Whether an operator's matches depend on the current time. */
export const looksAtClock = (operator: OperatorName): boolean => stretches[operator] !== undefined;

const folded = (key: Key | undefined): Key | undefined =>
  key?.kind === "text" ? { kind: "text", text: lowered(key.text) } : key;

/** Lowercased texts, computed once for all case-insensitive comparisons. */
const foldedKeysOf = madeOnce(({ keys }: ParameterColumn): readonly (Key | undefined)[] => keys.map(folded));

const keysOf = (column: ParameterColumn, ignoresCase: boolean): readonly (Key | undefined)[] =>
  ignoresCase && column.type === "text" ? foldedKeysOf(column) : column.keys;

const isWhole = (key: Key | undefined): boolean =>
  key?.kind !== "moment" || key.seconds.unscaled % 10n ** BigInt(key.seconds.scale) === 0n;

/** A target that shows no fraction of a second in any instant may still compare with one. */
const mayHideFractions = madeOnce(({ columns }: RecordSample) =>
  columns.every(({ keys }) => keys.every(isWhole)),
);

const halfASecondLater = (key: Key | undefined): Key | undefined =>
  key?.kind === "moment"
    ? {
        kind: "moment",
        seconds: {
          unscaled: key.seconds.unscaled * 10n + 5n * 10n ** BigInt(key.seconds.scale),
          scale: key.seconds.scale + 1,
        },
      }
    : key;

const matching = (
  operator: OperatorName,
  { sample, column, operands }: Probe,
  semantics: Semantics,
  used = operands,
): Matches => {
  const { ignoresCase } = semantics;
  const comparison: Comparison = {
    ...semantics,
    operands: used.map((operand) => {
      const key = keyOf(column.type, operand);
      return ignoresCase ? folded(key) : key;
    }),
    days: 0,
    now: 0,
    ignoresCase: false,
  };
  const isBlurred = column.type === "instant" && mayHideFractions(sample);
  return keysOf(column, ignoresCase)
    .map((key) => {
      const matches = holds(operator, key, comparison);
      if (isBlurred && holds(operator, halfASecondLater(key), comparison) !== matches) return "?";
      return matches ? "1" : "0";
    })
    .join("");
};

/** The operands that an operator of an arity uses, ignoring extra ones; undefined if there are too few. */
const usedOperands = (arity: Arity, { shape, operands }: Probe): Probe["operands"] | undefined => {
  switch (arity) {
    case "none":
      return [];
    case "one":
      return shape === "none" ? undefined : operands.slice(0, 1);
    case "two":
      return shape === "bounds" ? operands : undefined;
    case "many":
      return shape === "none" ? undefined : shape === "bounds" ? operands.slice(0, 1) : operands;
  }
};

/** The records that match a misfitting condition if the target reads what it can. */
const readingOf = (operator: OperatorName, probe: Probe, semantics: Semantics): Matches | undefined => {
  const { arity, operands } = operators[operator];
  if (looksAtClock(operator) || (probe.shape !== "none" && operands !== probe.counts)) return undefined;
  const used = usedOperands(arity, probe);
  return used === undefined ? noneOf(probe.sample) : matching(operator, probe, semantics, used);
};

/** The prediction for an operator under the given semantics. */
export const predict = (operator: OperatorName, probe: Probe, semantics: Semantics): Prediction => {
  const misfit = misfitOf(operator, probe);
  if (misfit !== undefined) return { kind: "unfit", misfit, reading: readingOf(operator, probe, semantics) };
  const stretch = stretches[operator];
  if (stretch === undefined) return { kind: "fit", matches: matching(operator, probe, semantics) };
  const days = Number(probe.operands[0] ?? 0);
  const moments = probe.column.keys.map((key) => (key === undefined ? undefined : millisecondsOf(key)));
  return {
    kind: "moments",
    stretches: moments.map((moment) => (moment === undefined ? undefined : stretch(moment, days))),
  };
};

const matchesAt = (stretchesOfRecords: readonly (Interval | undefined)[], now: number): Matches =>
  stretchesOfRecords
    .map((interval) => (interval !== undefined && now >= interval.from && now <= interval.to ? "1" : "0"))
    .join("");

/** The traits on which an operator's matches depend, as one number: predictions with the same number are equal. */
const variant = (operator: OperatorName, { column }: Probe, semantics: Semantics): number => {
  const folds = column.type === "text" && semantics.ignoresCase;
  const matchesNull =
    operator === "isEmpty"
      ? semantics.emptyMatchesNull
      : isNegation(operator) && semantics.negationMatchesNull;
  return (folds ? 2 : 0) + (matchesNull ? 1 : 0);
};

/** Defaults for letter case and missing values. */
const [usualSemantics = { ignoresCase: true, emptyMatchesNull: true, negationMatchesNull: false }] =
  allSemantics;

/** Cached predictions: the same probes are weighed again and again. */
export class Predictions {
  readonly #known = new Map<Probe, Map<OperatorName, Prediction[]>>();
  readonly #moments = new WeakMap<Prediction, { readonly now: number; readonly matches: Matches }>();

  of(operator: OperatorName, probe: Probe, semantics: Semantics = usualSemantics): Prediction {
    let ofProbe = this.#known.get(probe);
    if (ofProbe === undefined) this.#known.set(probe, (ofProbe = new Map()));
    let variants = ofProbe.get(operator);
    if (variants === undefined) ofProbe.set(operator, (variants = []));
    return (variants[variant(operator, probe, semantics)] ??= predict(operator, probe, semantics));
  }

  /**
   * The matching records if the target's time is `now`, in milliseconds; undefined if the condition does not fit the
   * operator.
   */
  matches(
    operator: OperatorName,
    probe: Probe,
    now: number,
    semantics: Semantics = usualSemantics,
  ): Matches | undefined {
    const prediction = this.of(operator, probe, semantics);
    if (prediction.kind === "fit") return prediction.matches;
    if (prediction.kind === "unfit") return undefined;
    const known = this.#moments.get(prediction);
    if (known?.now === now) return known.matches;
    const matches = matchesAt(prediction.stretches, now);
    this.#moments.set(prediction, { now, matches });
    return matches;
  }
}
