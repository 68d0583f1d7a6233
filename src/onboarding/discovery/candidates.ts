import { type OperatorName, operatorsFor } from "../../builtin/queries/operators.ts";
import { compareKeys, type Key } from "../../builtin/queries/values/key.ts";
import { type Value, type ValueType, valueTypes } from "../../builtin/queries/values/value-types.ts";
import { millisecondsOfDay, millisecondsOf, type Predictions } from "./predict.ts";
import { isInformative, type Probe, type Shape } from "./probe.ts";
import type { ParameterColumn, RecordSample } from "./sample.ts";

/** Maximum number of parameters of a type to examine, since predictions take time. */
const mostColumns = 7;

/** Number of probes to keep per type of parameter. */
const kept: Readonly<Record<ValueType, number>> = {
  text: 20,
  integer: 12,
  decimal: 12,
  boolean: 9,
  date: 14,
  instant: 28,
  unknown: 0,
};

type Subject = Pick<Probe, "sample" | "column">;

/** A value in the records, and its frequency. */
interface Held {
  readonly value: Value;
  readonly key: Key;
  readonly count: number;
}

const heldIn = ({ values, keys }: ParameterColumn): readonly Held[] => {
  const counts = new Map<Value, { key: Key; count: number }>();
  for (const [index, value] of values.entries()) {
    const key = keys[index];
    if (value === undefined || key === undefined) continue;
    const known = counts.get(value);
    if (known === undefined) counts.set(value, { key, count: 1 });
    else known.count += 1;
  }
  return [...counts].map(([value, { key, count }]) => ({ value, key, count }));
};

/** How informative a parameter's values are: different ones, missing ones, empty texts, and the rare future moments. */
const richness = (column: ParameterColumn, now: number): number => {
  const held = heldIn(column);
  const future = held.filter(({ key }) => key.kind === "moment" && Number(millisecondsOf(key)) > now).length;
  const missing = column.keys.filter((key) => key === undefined).length;
  const hasEmpty = column.values.includes("");
  return (
    Math.min(held.length, 12) +
    (missing > 0 && held.length > 0 ? 9 : 0) +
    (hasEmpty ? 6 : 0) +
    2 * Math.min(future, 6)
  );
};

/** Evenly spaced items of a list, starting at an offset. */
const spread = <T>(items: readonly T[], few: number, from: number): readonly T[] => {
  if (items.length <= few) return items;
  const chosen = new Set(
    Array.from(
      { length: few },
      (_, index) => (Math.floor((index * items.length) / few) + from) % items.length,
    ),
  );
  return items.filter((_, index) => chosen.has(index));
};

/** Case folding may differ for letters beyond A to Z, and cutting may split other characters. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);

const partsOf = (text: string): readonly string[] =>
  text.length < 2
    ? [text]
    : [
        text,
        ...[1, 2, 3].flatMap((size) => [text.slice(0, size), text.slice(-size), text.slice(1, 1 + size)]),
      ];

const momentsNear = (values: readonly Value[]): readonly Value[] =>
  values.flatMap((value): Value[] => {
    const moment = Date.parse(String(value));
    if (Number.isNaN(moment)) return [];
    const start = Math.floor(moment / millisecondsOfDay) * millisecondsOfDay;
    return [value, new Date(start + millisecondsOfDay / 2).toISOString()];
  });

/** Values for comparisons with a single operand. */
const singles = ({ column }: Subject, seed: number): readonly Value[] => {
  const held = heldIn(column);
  const values = spread(held, 5, seed).map(({ value }) => value);
  const frequent = held.toSorted((one, other) => other.count - one.count).slice(0, 3);
  const all = [...new Set([...frequent.map(({ value }) => value), ...values])];
  switch (column.type) {
    case "text":
      return [...new Set(all.flatMap((value) => partsOf(String(value))))].filter(
        (part) => isPlain(part) && part.trim() === part,
      );
    case "boolean":
      return [true, false];
    case "instant":
      return [...new Set(momentsNear(all))];
    default:
      return all;
  }
};

const inOrder = (held: readonly Held[]): readonly Held[] =>
  held.toSorted((one, other) => compareKeys(one.key, other.key, true));

const hasOrder = ({ type }: ParameterColumn): boolean => type !== "text" && type !== "boolean";

/** Lower and upper bounds that occur in records, to show whether bounds are inclusive. */
const bounds = ({ column }: Subject): readonly (readonly Value[])[] => {
  if (!hasOrder(column)) return [];
  const held = inOrder(heldIn(column));
  const at = (share: number): Value | undefined => held[Math.floor(share * (held.length - 1))]?.value;
  const pairs = [
    [0.25, 0.75],
    [0.1, 0.5],
    [0.4, 0.9],
  ] as const;
  return pairs.flatMap(([from, to]) => {
    const [lower, upper] = [at(from), at(to)];
    return lower === undefined || upper === undefined || lower === upper ? [] : [[lower, upper]];
  });
};

const severals = ({ column }: Subject, seed: number): readonly (readonly Value[])[] => {
  if (column.type === "boolean") return [];
  const values = heldIn(column)
    .toSorted((one, other) => other.count - one.count)
    .map(({ value }) => value)
    .filter((value) => typeof value !== "string" || (value !== "" && isPlain(value)));
  const [first, second, third] = spread(values, 3, seed);
  return [
    ...(first === undefined || second === undefined ? [] : [[first, second]]),
    ...(second === undefined || third === undefined ? [] : [[second, third]]),
  ];
};

/** Number of day counts on each side of the current time. */
const fewCounts = 4;

/**
 * Numbers of days that end just before one record and just after another, in turn: an operator that counts more days
 * matches the one, and one that counts fewer misses the other.
 */
const countsAlong = (distances: readonly number[]): readonly number[] => {
  const ends = distances
    .toSorted((one, other) => one - other)
    .map((distance, index, { [index + 1]: next = Number.POSITIVE_INFINITY }) => ({
      first: Math.ceil(distance),
      last: Math.floor(next),
    }))
    .filter(({ first, last }) => first <= last)
    .toSorted((one, other) => one.last / one.first - other.last / other.first);
  return ends
    .slice(0, fewCounts)
    .map(({ first, last }, index) => (index % 2 === 0 && Number.isFinite(last) ? last : first));
};

const dayCounts = ({ column }: Subject, now: number): readonly number[] => {
  const distances = heldIn(column).map(({ key }) => ((millisecondsOf(key) ?? now) - now) / millisecondsOfDay);
  const future = countsAlong(distances.filter((distance) => distance > 0));
  const past = countsAlong(distances.filter((distance) => distance < 0).map((distance) => -distance));
  return [...new Set([...future, ...past])];
};

const probesOn = (subject: Subject, { seed, now }: Measure): readonly Probe[] => {
  const probe = (shape: Shape, operands: readonly Value[], counts: Probe["counts"] = "own"): Probe => ({
    ...subject,
    shape,
    counts,
    operands,
  });
  const { type } = subject.column;
  return [
    probe("none", []),
    ...singles(subject, seed).map((value) => probe("single", [value])),
    ...bounds(subject).map((values) => probe("bounds", values)),
    ...severals(subject, seed).map((values) => probe("several", values)),
    ...(type === "instant" || type === "date"
      ? dayCounts(subject, now).map((days) => probe("single", [days], "days"))
      : []),
  ];
};

/** The basis for measuring probes. */
interface Measure {
  readonly predictions: Predictions;
  /** The target's time, in milliseconds. */
  readonly now: number;
  readonly seed: number;
}

/** An operator whose matches a probe shows, and whether it is the only one with these matches. */
interface Distinction {
  readonly operator: OperatorName;
  /** The operator with its matches: the same ones again show no more. */
  readonly shows: string;
  readonly isAlone: boolean;
}

/** The operators that a probe can confirm, by the matching records. */
const distinctionsOf = (probe: Probe, { predictions, now }: Measure): readonly Distinction[] => {
  const byMatches = new Map<string, OperatorName[]>();
  for (const operator of operatorsFor(probe.column.type)) {
    const matches = predictions.matches(operator, probe, now);
    if (matches === undefined) continue;
    if (isInformative(matches)) byMatches.set(matches, [...(byMatches.get(matches) ?? []), operator]);
  }
  return [...byMatches].flatMap(([matches, operators]) =>
    operators.map((operator) => ({
      operator,
      shows: `${operator} ${matches}`,
      isAlone: operators.length === 1,
    })),
  );
};

/** A candidate probe, and the operators that it distinguishes. */
interface Option {
  readonly probe: Probe;
  readonly distinguishes: readonly Distinction[];
}

/** A confirmation that another operator shares is worth little. */
const shared = 0.3;

/** A different parameter of the same type is worth a little more. */
const newColumn = 1.3;

/** Selects probes that together distinguish every operator from the others, several times over. */
const covering = (options: readonly Option[], most: number): readonly Probe[] => {
  const covered = new Map<OperatorName, number>();
  const shown = new Set<string>();
  const columns = new Set<ParameterColumn>();
  const worth = ({ probe, distinguishes }: Option): number =>
    distinguishes.reduce(
      (sum, { operator, shows, isAlone }) =>
        sum + (shown.has(shows) ? 0 : (isAlone ? 1 : shared) / (1 + (covered.get(operator) ?? 0)) ** 2),
      0,
    ) * (columns.has(probe.column) ? 1 : newColumn);
  const left = new Set(options.filter(({ distinguishes }) => distinguishes.length > 0));
  const chosen: Probe[] = [];
  while (chosen.length < most && left.size > 0) {
    const best = [...left].reduce((one, other) => (worth(other) > worth(one) ? other : one));
    left.delete(best);
    chosen.push(best.probe);
    columns.add(best.probe.column);
    for (const { operator, shows, isAlone } of best.distinguishes) {
      if (!shown.has(shows)) covered.set(operator, (covered.get(operator) ?? 0) + (isAlone ? 1 : shared));
      shown.add(shows);
    }
  }
  return chosen;
};

/**
 * Useful conditions: on the most informative parameters, with operands from the records. The seed picks the operands.
 */
export const candidateProbes = (samples: readonly RecordSample[], measure: Measure): readonly Probe[] => {
  const subjects = samples.flatMap((sample) =>
    sample.columns
      .filter(({ name }) => name.toLowerCase() !== "id")
      .map((column): Subject => ({ sample, column })),
  );
  return valueTypes.flatMap((type) => {
    const options = subjects
      .filter(({ column }) => column.type === type)
      .toSorted((one, other) => richness(other.column, measure.now) - richness(one.column, measure.now))
      .slice(0, mostColumns)
      .flatMap((subject) => probesOn(subject, measure))
      .map((probe): Option => ({ probe, distinguishes: distinctionsOf(probe, measure) }));
    return covering(options, kept[type]);
  });
};
