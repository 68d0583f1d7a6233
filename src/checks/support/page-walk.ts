import { send, sendAll, type Plan } from "../../harness/model/check.ts";
import type { Call, Exchange } from "../../harness/model/exchange.ts";
import { isPage, isSameTotal, itemsOf, totalOf } from "./paging.ts";

/** Asks for one page of a result: everything but position and size is fixed. */
export type PageCall = (
  skip: number,
  take: number,
  label: string,
  more?: { readonly descending: boolean; readonly includeDetails: boolean },
) => Call;

/** Limit of pages of a complete walk; of longer results the ends and the middle are asked. */
const wholeWalk = 10;

/** The page sizes to try: the largest is not stated. */
const pageSizes = [100, 10] as const;

/** Number of pages of a walk through a result that would fit on one: the boundaries are tested. */
const fewestPages = 3;

const offsets = (total: number, step: number): number[] => {
  if (total <= wholeWalk * step)
    return Array.from({ length: Math.max(0, Math.ceil(total / step) - 1) }, (_, i) => (i + 1) * step);
  const last = Math.floor((total - 1) / step) * step;
  return [...new Set([step, Math.floor(last / 2 / step) * step, last])];
};

/** Page size of a walk, by the longest page and the number of records. */
export const pageSize = (longest: number, total: number): number =>
  total > longest || total === 0 ? longest : Math.ceil(total / fewestPages);

/**
 * Walks a result: the first page, the following pages in steps of the first page's real length, the page beyond the
 * end, and a page of one record. For a list, that record is the one at the other end, with details; for queries the
 * filter algebra tests this (DON-23).
 */
export function* walkPages(page: PageCall, prefix: string, isTurned = false): Plan {
  const [long, short] = pageSizes;
  const whole = yield* send(page(0, long, `${prefix} long`));
  const longest = isPage(whole) ? long : short;
  const size = pageSize(longest, totalOf(whole) ?? longest + 1);
  const first = yield* send(page(0, size, `${prefix} first`));
  const total = totalOf(first);
  const step = itemsOf(first)?.length ?? 0;
  if (!isPage(first) || total === undefined) return;
  const skips = step > 0 ? offsets(total, step) : [];
  yield* sendAll(skips.map((skip) => page(skip, step, `${prefix} from ${skip}`)));
  yield* sendAll([
    isTurned
      ? page(0, 1, `${prefix} turned`, { descending: true, includeDetails: true })
      : page(0, 1, `${prefix} one`),
    page(total, size, `${prefix} beyond`),
  ]);
}

/** The exchanges of one walk, sorted. */
export interface Walk {
  /** The longest page that is tried, from the same beginning. */
  readonly long: Exchange | undefined;
  readonly first: Exchange;
  /** Pages in order of their offset, including the first. */
  readonly pages: readonly { readonly skip: number; readonly exchange: Exchange }[];
  readonly one: Exchange | undefined;
  /** A page of one record from the other end, with details, and with the same total. */
  readonly turned: Exchange | undefined;
  readonly beyond: Exchange | undefined;
  /** Whether the pages cover the whole result. */
  readonly isWhole: boolean;
}

export const walkOf = (exchanges: readonly Exchange[], prefix: string): Walk | undefined => {
  const find = (name: string): Exchange | undefined =>
    exchanges.find(({ call }) => call?.label === `${prefix} ${name}`);
  const first = find("first");
  if (first === undefined) return undefined;
  const later = exchanges.flatMap((exchange) => {
    const found = exchange.call?.label.startsWith(`${prefix} from `) === true;
    return found ? [{ skip: Number(exchange.call?.label.slice(`${prefix} from `.length)), exchange }] : [];
  });
  return {
    long: find("long"),
    first,
    pages: [{ skip: 0, exchange: first }, ...later.toSorted((left, right) => left.skip - right.skip)],
    one: find("one"),
    turned: find("turned"),
    beyond: find("beyond"),
    isWhole: (totalOf(first) ?? 0) <= wholeWalk * (itemsOf(first)?.length ?? 0),
  };
};

/** Key of a record: its id if it has one, else its whole content. */
export const recordKey = (record: unknown): string => {
  if (typeof record === "object" && record !== null)
    for (const name of ["id", "Id", "ID"]) {
      const id: unknown = Object.getOwnPropertyDescriptor(record, name)?.value;
      if (typeof id === "number" || typeof id === "string") return `id ${id}`;
    }
  return `content ${JSON.stringify(record)}`;
};

/** Whether a record's key is its id. */
export const isId = (key: string): boolean => key.startsWith("id ");

/** Whether two answers to one request have the same total and the same records in the same order. */
export const isSamePage = (one: Exchange, other: Exchange): boolean => {
  const keysOf = (page: Exchange): string => JSON.stringify((itemsOf(page) ?? []).map(recordKey));
  return isPage(one) === isPage(other) && isSameTotal(one, other) && keysOf(one) === keysOf(other);
};
