import { property } from "./json.ts";

/** A record's id, where it has a scalar one. */
export const recordId = (record: unknown): string | number | undefined => {
  const id = property(record, "id") ?? property(record, "Id");
  return typeof id === "string" || typeof id === "number" ? id : undefined;
};

const ascendingBy = <T>(values: readonly T[], isBefore: (left: T, right: T) => boolean): boolean =>
  values.every((value, index) => {
    const next = values[index + 1];
    return next === undefined || isBefore(value, next);
  });

type Ids = readonly (string | number | undefined)[];

const isNumeral = (id: string | number): boolean => typeof id === "number" || /^-?\d+$/.test(id);

/**
 * Whether ids ascend under any reading: as numbers, or as text. True where an id is missing or no number: in which
 * order a server has others is not stated.
 */
export const isOrdered = (ids: Ids): boolean => {
  const known = ids.filter((id) => id !== undefined);
  if (known.length < ids.length || !known.every(isNumeral)) return true;
  const asText = ascendingBy(known.map(String), (left, right) => left <= right);
  return asText || ascendingBy(known.map(Number), (left, right) => left <= right);
};

/** Whether ids descend, of which there are several different ones, under a reading by which they do not ascend. */
export const isTurnedRound = (ids: Ids): boolean => !isOrdered(ids) && isOrdered(ids.toReversed());

/** Whether all of a list are different. */
export const isDistinct = (keys: readonly string[]): boolean => new Set(keys).size === keys.length;

/** Whether two lists agree as far as both go. */
export const agree = (left: readonly string[], right: readonly string[]): boolean =>
  left.slice(0, right.length).every((key, index) => key === right[index]);

/** Whether two lists are the same. */
export const same = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && agree(left, right);
