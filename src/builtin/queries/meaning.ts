import { isNegation, type OperatorName } from "./operators.ts";
import { compareDecimals, type Decimal } from "./values/decimal.ts";
import { compareKeys, type Key, lowered, sameKeys } from "./values/key.ts";
import { momentOfMilliseconds } from "./values/moment.ts";

/** What a field is compared with. */
export interface Comparison {
  readonly operands: readonly (Key | undefined)[];
  /** The operand of operators that count days. */
  readonly days: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly ignoresCase: boolean;
  /** Whether `isEmpty` matches unset fields. */
  readonly emptyMatchesNull: boolean;
  /** Whether `notEquals`, `noneOf` and other negations match unset fields. */
  readonly negationMatchesNull: boolean;
}

type Meaning = (held: Key, comparison: Comparison) => boolean;

const dayInSeconds = 86_400;

/** Whether a field, set or unset, matches (see the operators' table). */
export const holds = (operator: OperatorName, held: Key | undefined, comparison: Comparison): boolean =>
  held === undefined ? holdsOfNothing(operator, comparison) : meanings[operator](held, comparison);

const holdsOfNothing = (operator: OperatorName, comparison: Comparison): boolean => {
  if (operator === "isNotSet") return true;
  if (operator === "isEmpty") return comparison.emptyMatchesNull;
  return comparison.negationMatchesNull && isNegation(operator);
};

const not =
  (meaning: Meaning): Meaning =>
  (held, comparison) =>
    !meaning(held, comparison);

const same = (held: Key, operand: Key | undefined, { ignoresCase }: Comparison): boolean =>
  operand !== undefined && sameKeys(held, operand, ignoresCase);

const equals: Meaning = (held, comparison) => same(held, comparison.operands[0], comparison);

const anyOf: Meaning = (held, comparison) =>
  comparison.operands.some((operand) => same(held, operand, comparison));

/** Compares with one operand; values of different kinds have no order. */
const ordered =
  (accepts: (order: number) => boolean, position = 0): Meaning =>
  (held, { operands, ignoresCase }) => {
    const operand = operands[position];
    return (
      operand !== undefined && operand.kind === held.kind && accepts(compareKeys(held, operand, ignoresCase))
    );
  };

const atLeastLower = ordered((order) => order >= 0);
const atMostUpper = ordered((order) => order <= 0, 1);
const between: Meaning = (held, comparison) =>
  atLeastLower(held, comparison) && atMostUpper(held, comparison);

const textual =
  (accepts: (text: string, part: string) => boolean): Meaning =>
  (held, { operands: [operand], ignoresCase }) => {
    if (held.kind !== "text" || operand?.kind !== "text") return false;
    return ignoresCase
      ? accepts(lowered(held.text), lowered(operand.text))
      : accepts(held.text, operand.text);
  };

const contains = textual((text, part) => text.includes(part));
const startsWith = textual((text, part) => text.startsWith(part));
const endsWith = textual((text, part) => text.endsWith(part));

const isEmptyText: Meaning = (held) => held.kind === "text" && held.text === "";

/** Number of the day since the epoch, in UTC. */
const dayOf = ({ unscaled, scale }: Decimal): bigint => {
  const length = BigInt(dayInSeconds) * 10n ** BigInt(scale);
  const whole = unscaled / length;
  return unscaled < 0n && whole * length !== unscaled ? whole - 1n : whole;
};

const byDay =
  (accepts: (held: bigint, day: bigint) => boolean): Meaning =>
  (held, { operands: [operand] }) =>
    held.kind === "moment" &&
    operand?.kind === "moment" &&
    accepts(dayOf(held.seconds), dayOf(operand.seconds));

const onDay = byDay((held, day) => held === day);

/** Within the given number of days of now, inclusive. */
const within =
  (from: number, to: number): Meaning =>
  (held, { days, now }) => {
    if (held.kind !== "moment") return false;
    const end = (sign: number): Decimal => momentOfMilliseconds(now + sign * days * dayInSeconds * 1000);
    return compareDecimals(held.seconds, end(from)) >= 0 && compareDecimals(held.seconds, end(to)) <= 0;
  };

/** Number of characters of an ISO date up to the year, and up to the month. */
const calendar =
  (length: 4 | 7): Meaning =>
  (held, { now }) => {
    if (held.kind !== "moment") return false;
    const day = new Date(Number(dayOf(held.seconds)) * dayInSeconds * 1000);
    return day.toISOString().slice(0, length) === new Date(now).toISOString().slice(0, length);
  };

/** The reference semantics, for set fields. */
const meanings: Readonly<Record<OperatorName, Meaning>> = {
  equals,
  notEquals: not(equals),
  anyOf,
  noneOf: not(anyOf),
  lessThan: ordered((order) => order < 0),
  lessThanOrEqual: ordered((order) => order <= 0),
  greaterThan: ordered((order) => order > 0),
  greaterThanOrEqual: ordered((order) => order >= 0),
  between,
  notBetween: not(between),
  contains,
  notContains: not(contains),
  startsWith,
  notStartsWith: not(startsWith),
  endsWith,
  notEndsWith: not(endsWith),
  isSet: () => true,
  isNotSet: () => false,
  isEmpty: isEmptyText,
  isNotEmpty: not(isEmptyText),
  isTrue: (held) => held.kind === "boolean" && held.truth,
  isFalse: (held) => held.kind === "boolean" && !held.truth,
  onDay,
  notOnDay: not(onDay),
  beforeDay: byDay((held, day) => held < day),
  afterDay: byDay((held, day) => held > day),
  inLastDays: within(-1, 0),
  inNextDays: within(0, 1),
  isThisMonth: calendar(7),
  isThisYear: calendar(4),
};
