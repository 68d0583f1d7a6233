import { isGone, mayBeId, property } from "./json.ts";
import { isExact } from "./ids.ts";

const idNames = ["id", "Id", "ID"] as const;

const isWholeId = (id: unknown): id is string | number => mayBeId(id) && isExact(id);

/** A record's id, if it has a scalar one that is not rounded. */
export const recordId = (record: unknown): string | number | undefined => {
  const id = property(record, "id") ?? property(record, "Id");
  return isWholeId(id) ? id : undefined;
};

/** Key of a record: its id if it has one that is not rounded, else its whole content. */
export const recordKey = (record: unknown): string => {
  if (typeof record === "object" && record !== null)
    for (const name of idNames) {
      const id: unknown = Object.getOwnPropertyDescriptor(record, name)?.value;
      if (isWholeId(id)) return `id ${id}`;
    }
  return `content ${JSON.stringify(record)}`;
};

/** Whether a record's id is beyond the precision of a number, so that it may equal another one's. */
export const hasRoundedId = (record: unknown): boolean =>
  idNames.some((name) => !isExact(property(record, name)));

/** Whether a record's key is its id. */
export const isId = (key: string): boolean => key.startsWith("id ");

const ascendingBy = <T>(values: readonly T[], isBefore: (left: T, right: T) => boolean): boolean =>
  values.every((value, index) => {
    const next = values[index + 1];
    return next === undefined || isBefore(value, next);
  });

type Ids = readonly (string | number | undefined)[];

const isNumeral = (id: string | number): boolean => typeof id === "number" || /^-?\d+$/.test(id);

/**
 * Whether ids ascend under any reading: as numbers, or as text. True if an id is missing or not a number, since the
 * order of others is not stated.
 */
export const isOrdered = (ids: Ids): boolean => {
  const known = ids.filter((id) => id !== undefined);
  if (known.length < ids.length || !known.every(isNumeral)) return true;
  const asText = ascendingBy(known.map(String), (left, right) => left <= right);
  return asText || ascendingBy(known.map(Number), (left, right) => left <= right);
};

/** Whether several different ids descend under a reading in which they do not ascend. */
export const isTurnedRound = (ids: Ids): boolean => !isOrdered(ids) && isOrdered(ids.toReversed());

export const isDistinct = (keys: readonly string[]): boolean => new Set(keys).size === keys.length;

/** Whether two lists agree in their common length. */
export const agree = (left: readonly string[], right: readonly string[]): boolean =>
  left.slice(0, right.length).every((key, index) => key === right[index]);

/**
 * Where records first differ from those that are due: `item 1 is record 3 of the plain list, not record 4`.
 *
 * @param numberOf the number of a record in the list that they are compared with, from 1
 * @param list what that list is called
 */
export const departureText = (
  keys: readonly string[],
  due: readonly string[],
  numberOf: (key: string) => number | undefined,
  list: string,
): string => {
  const index = due.findIndex((key, position) => keys[position] !== key);
  const [held, wanted] = [keys[index], numberOf(due[index] ?? "")];
  const number = held === undefined ? undefined : numberOf(held);
  const right = wanted === undefined ? "" : `, not record ${wanted}`;
  if (held === undefined)
    return `no item ${index + 1}${right === "" ? "" : `; record ${wanted ?? 0} of ${list} is due`}`;
  return number === undefined
    ? `item ${index + 1} is a record that ${list} does not hold`
    : `item ${index + 1} is record ${number} of ${list}${right}`;
};

export const same = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && agree(left, right);

/**
 * A value as a list orders it, of a number or an ISO 8601 date that is set: other notations are ambiguous. A time
 * without a zone is read in UTC, whatever the zone of the machine.
 */
export const orderedValue = (shown: unknown): number | undefined => {
  if (typeof shown === "number") return shown;
  if (typeof shown !== "string" || !/^\d{4}-/.test(shown) || isGone(shown)) return undefined;
  const moment = Date.parse(/:[\d:.]+$/.test(shown) && !/[+-]\d\d:\d\d$/.test(shown) ? `${shown}Z` : shown);
  return Number.isNaN(moment) ? undefined : moment;
};
