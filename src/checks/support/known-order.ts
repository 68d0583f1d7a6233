import type { Exchange } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "./json.ts";
import { isDistinct, isId, recordKey } from "./order.ts";
import { isPage, recordsOnPage, totalOnPage } from "./paging.ts";

/** The known part of a result in ascending order of its ids: all of it, or its ends. */
export interface KnownOrder {
  readonly total: number;
  /** The record at each position that was read. */
  readonly keys: ReadonlyMap<number, string>;
  readonly positions: ReadonlyMap<string, number>;
  readonly isWhole: boolean;
}

export interface ReadPage {
  readonly skip: number;
  readonly exchange: Exchange;
}

const orderOf = (total: number, keys: ReadonlyMap<number, string>): KnownOrder => ({
  total,
  keys,
  positions: new Map([...keys].map(([position, key]) => [key, position])),
  isWhole: keys.size === total,
});

/**
 * The order shown by consecutively read pages; undefined if they contradict each other, or records lack distinguishing
 * ids.
 */
export const readOrder = (pages: readonly ReadPage[]): KnownOrder | undefined => {
  const [first] = pages;
  const total = first && totalOnPage(first.exchange);
  if (total === undefined) return undefined;
  const end = Math.max(...pages.map(({ skip, exchange }) => skip + (recordsOnPage(exchange)?.length ?? 0)));
  if (end !== total) return undefined;
  const keys = new Map<number, string>();
  for (const { skip, exchange } of pages) {
    if (!isPage(exchange) || totalOnPage(exchange) !== total) return undefined;
    for (const [index, item] of (recordsOnPage(exchange) ?? []).entries()) {
      const key = recordKey(item);
      if ((keys.get(skip + index) ?? key) !== key) return undefined;
      keys.set(skip + index, key);
    }
  }
  const all = [...keys.values()];
  return all.length > 0 && all.every(isId) && isDistinct(all) && keys.size <= total
    ? orderOf(total, keys)
    : undefined;
};

/** Whether a record belongs to a part of a result; undefined if unknown. */
export type Belongs = (key: string) => boolean | undefined;

/** The members at the positions from one end for which membership is known. */
const knownFrom = (keys: readonly (string | undefined)[], belongs: Belongs): readonly string[] => {
  const found: string[] = [];
  for (const key of keys) {
    const isThere = key === undefined ? undefined : belongs(key);
    if (isThere === undefined) break;
    if (isThere && key !== undefined) found.push(key);
  }
  return found;
};

/**
 * The order of a part of a result, from both ends as far as membership is known.
 * @param total of the part, where somebody has counted it; needed unless everything is known.
 */
export const partOf = (whole: KnownOrder, belongs: Belongs, total?: number): KnownOrder | undefined => {
  const all = Array.from({ length: whole.total }, (_, position) => whole.keys.get(position));
  const first = knownFrom(all, belongs);
  const isKnown = all.every((key) => key !== undefined && belongs(key) !== undefined);
  if (isKnown) return orderOf(first.length, new Map(first.entries()));
  if (total === undefined) return undefined;
  const last = knownFrom(all.toReversed(), belongs);
  const keys = new Map(first.slice(0, total).entries());
  for (const [index, key] of last.slice(0, total).entries()) keys.set(total - 1 - index, key);
  return orderOf(total, keys);
};

/**
 * Which records match, from pages of the matching records at the ends of the whole order: no other record between those
 * of a page matches.
 */
export const belongingTo = (whole: KnownOrder, matching: KnownOrder): Belongs => {
  if (matching.isWhole) return (key) => matching.positions.has(key);
  const positions = [...matching.keys].toSorted(([one], [other]) => one - other);
  const at = (key: string): number | undefined => whole.positions.get(key);
  const gap = positions.findIndex(([position], index) => position !== index);
  const front = gap < 0 ? positions : positions.slice(0, gap);
  const back = gap < 0 ? [] : positions.slice(gap);
  const until = at(front.at(-1)?.[1] ?? "") ?? -1;
  const from = at(back[0]?.[1] ?? "") ?? Infinity;
  return (key) => {
    const position = at(key);
    if (position === undefined || (position > until && position < from)) return undefined;
    return matching.positions.has(key);
  };
};

export const recordsIn = (exchanges: readonly Exchange[]): ReadonlyMap<string, JsonObject> =>
  new Map(
    exchanges.flatMap((exchange) =>
      (recordsOnPage(exchange) ?? []).filter(isObject).map((item) => [recordKey(item), item] as const),
    ),
  );
