import { shownCount } from "../../core/validation/shape-of.ts";
import type { Exchange } from "../../core/model/exchange.ts";
import { changedParts, type Combination } from "./combination.ts";
import { has, isObject, isSameJson, property, type JsonObject } from "./json.ts";
import { statusOf } from "./judgements.ts";
import type { KnownOrder } from "./known-order.ts";
import { agree, departureText, hasRoundedId, isDistinct, isId, recordKey } from "./order.ts";
import { isPage, recordsOnPage, keysOf, totalOnPage } from "./paging.ts";

/** What is known about the records of one endpoint before combinations are asked. */
export interface KnownEndpoint {
  readonly kind: "list" | "query";
  /** By filter; the empty one has the whole result. */
  readonly orders: ReadonlyMap<string, KnownOrder>;
  readonly records: ReadonlyMap<string, JsonObject>;
  /** Modification time of a record, in milliseconds; undefined if uncertain. */
  momentOf(key: string): number | undefined;
  /** Length of the longest page that this endpoint answered, without details and with them. */
  readonly longest: { readonly plain: number; readonly details: number };
  /** The embedded details of each record, from the first answer with details. */
  readonly details: ReadonlyMap<string, JsonObject>;
}

export interface Defect {
  readonly fact: string;
  readonly message: string;
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

type Judge = (combination: Combination, page: Exchange, reference: KnownEndpoint) => Defect | undefined;

/** The fact that states the order of a page, by the part of the combination that disturbs it. */
const orderFact = ({ descending, columns }: Combination, { kind }: KnownEndpoint): string => {
  if (descending) return "DON-06";
  if (columns !== "all") return "DON-14";
  return kind === "list" ? "DON-05" : "DON-10";
};

/** The valid values of a single part are not stated: columns, filters, sort fields of queries, and the largest page. */
const mayBeRefused = (
  combination: Combination,
  { kind }: KnownEndpoint,
  order: KnownOrder,
  status: number,
): boolean => {
  const said = changedParts(combination).filter((part) => part !== "take");
  if (combination.skip >= order.total) return true;
  if (status === 404 && order.total === 0) return true;
  if (combination.details && combination.take > 20) return true;
  if (said.length === 0) return changedParts(combination).length > 0;
  const [only] = said;
  return (
    said.length === 1 && (only === "columns" || only === "filter" || (only === "sortBy" && kind === "query"))
  );
};

const refused: Judge = (combination, page, reference) => {
  const order = reference.orders.get(combination.filter);
  const status = statusOf(page);
  if (order === undefined || mayBeRefused(combination, reference, order, status)) return undefined;
  const isSpelling = reference.kind === "list" && changedParts(combination).join() === "sortBy";
  return {
    fact: isSpelling ? "DON-05" : reference.kind === "list" ? "DON-04" : "DON-10",
    message: "is not answered with a page",
    pointer: "",
    expected: "200",
    actual: String(status),
  };
};

const wrongTotal: Judge = ({ filter, skip }, page, { kind, orders }) => {
  const expected = orders.get(filter)?.total;
  const actual = totalOnPage(page);
  if (expected === undefined || actual === undefined || actual === expected) return undefined;
  return {
    // The content of a page beyond the end belongs to the paging facts.
    fact: kind === "query" && filter !== "" && skip < expected ? "DON-23" : "DON-03",
    message: "changes the total",
    pointer: "/total",
    expected: shownCount(expected),
    actual: shownCount(actual),
  };
};

const records = (fact: string, message: string, expected: string, actual: string): Defect => ({
  fact,
  message,
  pointer: "/items",
  expected,
  actual,
});

const repeated: Judge = (_combination, page) => {
  const keys = keysOf(page).filter(isId);
  if (isDistinct(keys)) return undefined;
  const count = keys.length - new Set(keys).size;
  return records("DON-03", "answers records more than once", "each record once", `${count} repeated`);
};

/** Records that certainly do not match. */
const strangers: Judge = ({ filter }, page, { orders }) => {
  const order = orders.get(filter);
  if (order?.isWhole !== true) return undefined;
  const count = keysOf(page).filter((key) => isId(key) && !order.positions.has(key)).length;
  if (count === 0) return undefined;
  return records(
    "DON-03",
    "returns records missing from the plain list",
    "records of the list as read plainly",
    `${count} others`,
  );
};

/** Whether an item has another value for a property of the record; lists may be about the selection itself. */
const holdsOther = (item: unknown, record: JsonObject): boolean =>
  Object.entries(isObject(item) ? item : {}).some(
    ([name, value]) =>
      has(record, name) && !Array.isArray(value) && !isSameJson(value, property(record, name)),
  );

const shifted = (skip: number, actual: string): Defect =>
  records("DON-07", "does not leave out as many records as Skip says", `the order from ${skip} on`, actual);

/** The record expected at a position of a page, as far as known. */
const expectedAt = (
  { descending, skip }: Combination,
  order: KnownOrder,
  index: number,
): string | undefined => order.keys.get(descending ? order.total - 1 - skip - index : skip + index);

const isRun = (keys: readonly string[], order: KnownOrder, step: 1 | -1): boolean =>
  keys.every((key, index) => {
    const [position, before] = [order.positions.get(key), order.positions.get(keys[index - 1] ?? "")];
    return position !== undefined && (index === 0 || position === (before ?? 0) + step);
  });

/** A page with fewer records than expected, though longer ones were answered. */
const short: Judge = (combination, page, { orders, longest }) => {
  const { filter, details, descending, skip, take } = combination;
  const order = orders.get(filter);
  if (order === undefined) return undefined;
  const keys = keysOf(page);
  const expected = Math.max(0, Math.min(take, order.total - skip, details ? longest.details : longest.plain));
  // A page that begins further on belongs to the Skip fact.
  const [first] = keys;
  const isElsewhere = first !== undefined && skip > 0 && first !== expectedAt(combination, order, 0);
  if (keys.length >= expected || (isElsewhere && isRun(keys, order, descending ? -1 : 1))) return undefined;
  return records("DON-03", "loses records", `${expected} records`, `${keys.length} records`);
};

const beyond: Judge = ({ filter, skip }, page, { orders }) => {
  const held = keysOf(page).length;
  if (held === 0 || skip < (orders.get(filter)?.total ?? Infinity)) return undefined;
  return records("DON-03", "answers records beyond the end", "none", `${held} records`);
};

const byContent: Judge = (combination, page, reference) => {
  const order = reference.orders.get(combination.filter);
  if (order === undefined) return undefined;
  const isWrong = (recordsOnPage(page) ?? []).some((item, index) => {
    const record = reference.records.get(expectedAt(combination, order, index) ?? "");
    return record !== undefined && holdsOther(item, record);
  });
  return isWrong
    ? records(
        orderFact(combination, reference),
        "answers another order",
        "the records of the page without it",
        "other records or another order",
      )
    : undefined;
};

const byId: Judge = (combination, page, reference) => {
  const { descending, filter, skip } = combination;
  const order = reference.orders.get(filter);
  const keys = keysOf(page);
  if (order === undefined) return undefined;
  if (!keys.every(isId)) return byContent(combination, page, reference);
  const expected = keys.map((key, index) => expectedAt(combination, order, index) ?? key);
  if (agree(keys, expected)) return undefined;
  if (!descending && keys.length > 1 && isRun(keys, order, -1))
    return records("DON-06", "descends", "ids that ascend", "the reverse");
  const isShifted = skip > 0 && isRun(keys, order, descending ? -1 : 1);
  const numberOf = (key: string): number | undefined => {
    const position = order.positions.get(key);
    return position === undefined ? undefined : position + 1;
  };
  const actual = departureText(keys, expected, numberOf, "the plain list");
  return isShifted
    ? shifted(skip, actual)
    : records(
        orderFact(combination, reference),
        "answers another order",
        `ids that ${descending ? "descend" : "ascend"}`,
        actual,
      );
};

/** Whether a position of a page should hold the only record of its moment, as far as known, but holds another. */
const holdsAnother = (item: unknown, expected: string, { records: known }: KnownEndpoint): boolean => {
  const record = known.get(expected);
  const key = recordKey(item);
  return isId(key) ? key !== expected : record !== undefined && holdsOther(item, record);
};

/** All records of a result by their moments; undefined if one is unknown. */
const byMoments = (order: KnownOrder, isDescending: boolean, { momentOf }: KnownEndpoint) => {
  const all = [...order.positions.keys()].map((key) => ({ key, moment: momentOf(key) ?? Number.NaN }));
  if (!order.isWhole || all.some(({ moment }) => Number.isNaN(moment))) return undefined;
  return all.toSorted((one, other) => (one.moment - other.moment) * (isDescending ? -1 : 1));
};

/** Ties may have any order: the moments are compared, and the records with a unique moment. */
const byMoment: Judge = (combination, page, reference) => {
  const { descending, filter, skip } = combination;
  const order = reference.orders.get(filter);
  const items = recordsOnPage(page) ?? [];
  if (order === undefined) return undefined;
  const defect = records(
    orderFact(combination, reference),
    "answers another order",
    `moments of modification that ${descending ? "descend" : "ascend"}`,
    "other moments or another order",
  );
  const sorted = byMoments(order, descending, reference);
  if (sorted === undefined) {
    const moments = items.map((item) => reference.momentOf(recordKey(item)) ?? Number.NaN);
    const isInOrder = moments.every((moment, index) => {
      const step = (moment - (moments[index - 1] ?? moment)) * (descending ? -1 : 1);
      return Number.isNaN(step) || step >= 0;
    });
    return isInOrder ? undefined : defect;
  }
  const isWrong = items.some((item, index) => {
    const [before, expected, after] = [-1, 0, 1].map((step) => sorted[skip + index + step]);
    if (expected === undefined) return false;
    const isAlone = before?.moment !== expected.moment && after?.moment !== expected.moment;
    const moment = reference.momentOf(recordKey(item));
    return isAlone
      ? holdsAnother(item, expected.key, reference)
      : moment !== undefined && moment !== expected.moment;
  });
  if (!isWrong) return undefined;
  const keys = items.map(recordKey);
  const start = sorted.findIndex(({ key }) => key === keys[0]);
  const isShifted =
    skip > 0 &&
    start >= 0 &&
    agree(
      keys,
      sorted.slice(start).map(({ key }) => key),
    );
  return isShifted ? shifted(skip, `the order from ${start} on`) : defect;
};

const wrongOrder: Judge = (combination, page, reference) =>
  combination.sortBy.toLowerCase() === "id"
    ? byId(combination, page, reference)
    : byMoment(combination, page, reference);

const donorParts = ["donoraddresses", "donorcontactmethods"];

/** The properties that a record has only with details. */
export const embeddedIn = (record: JsonObject, without: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).filter(([name, value]) => Array.isArray(value) && !Array.isArray(without[name])),
  );

/** Keys of the records in a list; one whose id is rounded has none that stays. */
const lastingKeys = (value: unknown): unknown =>
  Array.isArray(value) ? value.filter((one) => !hasRoundedId(one)).map(recordKey) : value;

/** The embedded details by their ids, since other content may differ in every answer. */
const detailsOf = (embedded: JsonObject): string =>
  JSON.stringify(
    Object.entries(embedded)
      .map(([name, value]) => [name, lastingKeys(value)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

const wrongDetails: Judge = ({ details, columns }, page, reference) => {
  if (!details || columns !== "all") return undefined;
  for (const item of (recordsOnPage(page) ?? []).filter(isObject)) {
    const key = recordKey(item);
    const without = reference.records.get(key);
    const known = reference.details.get(key);
    if (without === undefined || known === undefined) continue;
    const names = new Set(Object.keys(item).map((name) => name.toLowerCase()));
    const isDonor = page.operation === "listDonors" || page.operation === "queryDonors";
    if (isDonor && !donorParts.every((name) => names.has(name)))
      return records(
        "DON-08",
        "leaves details out",
        "addresses and contact methods of each donor",
        "a donor without",
      );
    if (detailsOf(embeddedIn(item, without)) !== detailsOf(known))
      return records("DON-08", "embeds details of other records", "the details of each record", "others");
  }
  return undefined;
};

/** More fields than the id, a selected one, and what may come with any selection. */
const manyFields = 5;

/** Whether an item holds all that the record holds without a selection. */
const isWholeRecord = (item: JsonObject, record: JsonObject): boolean =>
  Object.keys(record).length >= manyFields &&
  Object.entries(record).every(([name, value]) => has(item, name) && isSameJson(item[name], value));

/** The selected columns are what is answered, and hold the values of the record. */
const wrongColumns: Judge = ({ columns }, page, { records: known }) => {
  if (columns === "all") return undefined;
  for (const item of (recordsOnPage(page) ?? []).filter(isObject)) {
    const record = known.get(recordKey(item));
    if (record === undefined) continue;
    if (isWholeRecord(item, record))
      return records("DON-14", "answers whole records", "the selected columns only", "all fields");
    if (holdsOther(item, record))
      return records(
        "DON-14",
        "answers other values than the record has",
        "the fields of each record",
        "those of another",
      );
  }
  return undefined;
};

const judges: readonly Judge[] = [
  wrongTotal,
  beyond,
  repeated,
  strangers,
  short,
  wrongOrder,
  wrongDetails,
  wrongColumns,
];

/** The fault of the answer to a combination, given the known records; undefined if there is none. */
export const defectOf: Judge = (combination, exchange, reference) => {
  if (!reference.orders.has(combination.filter)) return undefined;
  if (!isPage(exchange)) return refused(combination, exchange, reference);
  // Another fact judges a page that is too long (DON-02).
  if (totalOnPage(exchange) === undefined || (recordsOnPage(exchange)?.length ?? 0) > combination.take)
    return undefined;
  for (const judge of judges) {
    const defect = judge(combination, exchange, reference);
    if (defect !== undefined) return defect;
  }
  return undefined;
};
