import { pagedLists } from "../../builtin/generated/resources.ts";
import { isSuccess, jsonOf, responseOf, type Exchange } from "../../core/model/exchange.ts";
import type { PagedList, PageParameters } from "../../core/model/resource.ts";
import { at, has, isObject, property } from "./json.ts";
import { recordKey } from "./order.ts";
import { recordList } from "./record-list.ts";

/** Size of a page that holds all records of a small organization: later records are neither found nor judged. */
export const largePage = 200;

/** The records on a page; undefined if they cannot be determined. */
export const recordsOn = (
  { paging: { items } }: PagedList,
  page: Exchange,
): readonly unknown[] | undefined => {
  if (items === undefined) return recordList(jsonOf(page));
  const found = at(jsonOf(page), items);
  return Array.isArray(found) ? found : undefined;
};

/** The number of all records, according to a page. */
export const totalOn = ({ paging }: PagedList, page: Exchange): number | undefined => {
  const total = at(jsonOf(page), paging.total);
  return typeof total === "number" && Number.isInteger(total) ? total : undefined;
};

/** What a page shows of the position of the next one; undefined on the last. */
export const cursorOn = ({ paging: { next } }: PagedList, page: Exchange): string | number | undefined => {
  const cursor = next === undefined ? undefined : at(jsonOf(page), next);
  return typeof cursor === "string" || typeof cursor === "number" ? cursor : undefined;
};

/** How the first page is asked for, or one after some records on pages of a size. */
export const pagePosition = (
  { paging: { parameters } }: PagedList,
  skip: number,
  size: number,
): PageParameters =>
  parameters.page === undefined ? { skip } : { page: Math.floor(skip / Math.max(1, size)) + 1 };

/** The size of a page with all records, by the total of another page; undefined if there are too many. */
export const everythingOf = (list: PagedList, page: Exchange): number | undefined => {
  const total = totalOn(list, page) ?? 0;
  return total > 0 && total <= largePage ? total : undefined;
};

/** An integer that a request for a page names; undefined if it names none. */
export const askedOf = (
  { paging: { in: where, parameters } }: PagedList,
  { request }: Exchange,
  option: keyof PageParameters,
): number | undefined => {
  const name = parameters[option];
  if (name === undefined) return undefined;
  const value =
    where === "query" ? new URL(request.url).searchParams.get(name) : property(request.body, name);
  const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
};

const donation: Readonly<Record<string, PagedList>> = pagedLists.donation;
const all: Readonly<Record<string, PagedList>> = { ...pagedLists.donation, ...pagedLists.volunteer };
const envelope = pagedLists.donation.listDonors;

/** The donation operations that answer the paged envelope. */
export const pagedOperations: ReadonlySet<string> = new Set(
  Object.values(donation).flatMap(({ operation, paging: { parameters } }) =>
    parameters.take === undefined ? [] : [operation],
  ),
);

const looksPaged = (body: unknown): boolean =>
  isObject(body) && has(body, "total") && ["items", "list"].some((name) => has(body, name));

/** Whether a query with conditions may have been answered so because nothing matches: only the CRM excludes 404. */
export const isInVain = (exchange: Exchange): boolean => responseOf(exchange)?.status === 404;

/** Whether an exchange is a successful donation page; a list without a stated body is one if it looks like it. */
export const isPage = (exchange: Exchange): boolean => {
  const { operation = "" } = exchange;
  if (responseOf(exchange)?.status !== 200 || !Object.hasOwn(donation, operation)) return false;
  return pagedOperations.has(operation) || looksPaged(jsonOf(exchange));
};

export const recordsOnPage = (page: Exchange): readonly unknown[] | undefined => recordsOn(envelope, page);

export const keysOf = (page: Exchange): readonly string[] => (recordsOnPage(page) ?? []).map(recordKey);

export const totalOnPage = (page: Exchange): number | undefined => totalOn(envelope, page);

export const isSameTotal = (one: Exchange, other: Exchange): boolean => {
  const list = all[one.operation ?? ""];
  return list === undefined || totalOn(list, one) === totalOn(list, other);
};

/** The page size of a donation request; undefined if it names none. */
export const askedSize = (exchange: Exchange): number | undefined =>
  askedOf(donation[exchange.operation ?? ""] ?? envelope, exchange, "take");

/** Whether two answers to one request show the same total, and the same records if their location is stated. */
export const isSamePage = (one: Exchange, other: Exchange, list: PagedList = envelope): boolean => {
  const [shown, again] = [one, other].map((page) =>
    JSON.stringify([
      isSuccess(page),
      totalOn(list, page),
      list.paging.items === undefined ? [] : recordsOn(list, page)?.map(recordKey),
    ]),
  );
  return shown === again;
};

/** Number of pages of a walk through a result that would fit on one: the boundaries are tested. */
const fewestPages = 3;

/** Page size of a walk, by the longest page and the number of records. */
export const walkPageSize = (longest: number, total: number): number =>
  total > longest || total === 0 ? longest : Math.ceil(total / fewestPages);
