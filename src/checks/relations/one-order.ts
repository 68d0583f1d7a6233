import {
  send,
  sendAll,
  type ActiveCheck,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../harness/model/check.ts";
import { isSuccess, type Call, type Exchange } from "../../harness/model/exchange.ts";
import type { Order, PagedList, PageOptions } from "../../harness/model/resource.ts";
import { common } from "../support/filter-texts.ts";
import { isObject } from "../support/json.ts";
import { notApplicable, violation } from "../support/judgements.ts";
import { agree, isDistinct, isOrdered, isTurnedRound, recordId, recordKey, same } from "../support/order.ts";
import { byLabel, endpointOf, pascal, type PagedEndpoint } from "../support/paged-endpoint.ts";
import {
  askedOf,
  cursorOn,
  isSamePage,
  pageSize,
  positionOf,
  recordsOn,
  totalOn,
} from "../support/paging.ts";

/** Records of each end compared in the order of ids, and in one with ties. */
const span = 12;
const longSpan = 100;

/** Offset between overlapping pages. */
const step = 3;

/** The relation must hold under any reading of a search, in reverse too. */
const searched = { filter: common, descending: true } as const;

interface Ordered {
  readonly list: PagedList;
  readonly order: Order;
}

const orderedOf = (list: PagedList): Ordered => {
  const { order } = list.paging;
  if (order === undefined) throw new Error(`no order of ${list.operation} is declared`);
  return { list, order };
};

/** Common spellings of the value that orders with ties. */
const spellingsOf = ({ ties }: Order): readonly string[] =>
  ties === undefined ? [] : [ties.by.toUpperCase(), pascal(ties.shown)];

const numberOfKeys = (list: PagedList, page: Exchange | undefined): number =>
  page === undefined ? 0 : (recordsOn(list, page)?.length ?? 0);

/** Number of records before the last page: where positions are counted in records, that page is full. */
const beforeLast = ({ paging: { parameters } }: PagedList, total: number, held: number): number =>
  parameters.skip === undefined && held > 0
    ? Math.floor(Math.max(0, total - 1) / held) * held
    : Math.max(0, total - held);

type Ask = (name: string, options: PageOptions) => Call;

const isNumbered = ({ paging: { parameters } }: PagedList): boolean =>
  (parameters.skip ?? parameters.page) !== undefined;

/** Pages after some records, each by what the page of those records shows. */
function* followed(list: PagedList, ask: Ask, name: string, options: PageOptions, length: number): Plan {
  const cursor = cursorOn(list, yield* send(ask(`before ${name}`, { ...options, take: step })));
  if (cursor !== undefined) yield* send(ask(name, { ...options, cursor, take: length }));
}

/** Later pages of the order of ids, the last one, and the same in reverse. */
function* askById({ list, order: { ids } }: Ordered, ask: Ask, first: Exchange, long: Exchange): Plan {
  const { parameters } = list.paging;
  // The default direction is not stated.
  const ascending = { sortBy: ids, descending: false };
  const descending = { sortBy: ids, descending: true };
  const total = totalOn(list, first) ?? 0;
  const held = numberOfKeys(list, first);
  const length = isSuccess(long) ? longSpan : held;
  const after = (skip: number, take: number): PageOptions => ({ ...positionOf(list, skip, take), take });
  yield* send(ask("descending", { ...descending, ...after(0, held) }));
  if (!isNumbered(list)) {
    yield* followed(list, ask, "skipped long", ascending, length);
    yield* followed(list, ask, "descending skipped", descending, held);
    return;
  }
  // A numbered page begins at a multiple of its size.
  const isCounted = parameters.skip !== undefined;
  const last = beforeLast(list, total, held);
  const size = pageSize(length, total);
  const end = isCounted ? total : total + size - 1;
  yield* sendAll([
    ...(isSuccess(long)
      ? []
      : [ask("skipped", { ...ascending, descending: false, ...after(step, isCounted ? span : step) })]),
    ask("skipped long", { ...after(step, isCounted ? length : step), ...ascending }),
    ask("last", { ...after(last, held), ...ascending }),
    ...(numberOfKeys(list, long) === total || !isCounted
      ? []
      : [ask("before last", { ...after(Math.max(0, last - step), held), ...ascending })]),
    ask("past", { ...after(end, size), ...ascending }),
    ask("descending skipped", { ...descending, ...after(step, isCounted ? held : step) }),
  ]);
}

/** The order with ties from both ends, in reverse, in other spellings, and with what it orders by. */
function* askTies({ list, order }: Ordered, ask: Ask, total: number, length: number): Plan {
  const { ties, facts } = order;
  if (ties === undefined) return;
  const { columns } = list.paging.parameters;
  const by = { sortBy: ties.by, descending: false };
  const after = (skip: number, take: number): PageOptions => ({ ...positionOf(list, skip, take), take });
  const first = yield* send(ask("ties", { ...by, ...after(0, length) }));
  const held = numberOfKeys(list, first);
  const reversed = { ...by, ...after(0, held), descending: true };
  const shown = columns === undefined ? {} : { columns: [order.ids, ties.shown] };
  const isWhole = held === total;
  yield* sendAll([
    ...(isWhole || !isNumbered(list)
      ? []
      : [ask("ties last", { ...by, ...after(beforeLast(list, total, held), held) })]),
    ask("ties descending", reversed),
    ...(facts.sortBy === undefined ? [] : spellingsOf(order)).map((sortBy) =>
      ask(`ties as ${sortBy}`, { ...by, sortBy, ...after(0, length) }),
    ),
    ...(columns === undefined ? [] : [ask("values", { ...by, ...after(0, length), ...shown })]),
    ...(columns === undefined || isWhole ? [] : [ask("values at the end", { ...reversed, ...shown })]),
  ]);
}

/**
 * Asks for pages of one list that must all come from one order. Each is labelled with the operation and its name. What
 * a page with all records shows is not asked again.
 */
function* askOrderedPages({ operation, list, call }: PagedEndpoint): Plan {
  const ask: Ask = (name, options) => call({ ...options }, `${operation}: ${name}`);
  const ordered = orderedOf(list);
  const { ids, facts } = ordered.order;
  const { filter } = list.paging.parameters;
  const after = (skip: number, take: number): PageOptions => ({ ...positionOf(list, skip, take), take });
  const first = yield* send(ask("ascending", { sortBy: ids, descending: false, ...after(0, span) }));
  const held = numberOfKeys(list, first);
  if (!isSuccess(first) || held === 0) return;
  // The largest page size is not stated.
  const long = yield* send(ask("long", { sortBy: ids, descending: false, ...after(0, longSpan) }));
  const length = isSuccess(long) ? longSpan : held;
  yield* askById(ordered, ask, first, long);
  yield* askTies(ordered, ask, totalOn(list, first) ?? 0, length);
  const isCounted = list.paging.parameters.skip !== undefined;
  yield* sendAll([
    ...(facts.sortBy === undefined
      ? []
      : [ask("ID", { sortBy: ids.toUpperCase(), descending: false, ...after(0, span) })]),
    ...(filter === undefined || !isNumbered(list)
      ? []
      : [
          ask("searched", { ...after(0, length), sortBy: ids, ...searched }),
          ask("searched skipped", { ...after(step, isCounted ? length : step), sortBy: ids, ...searched }),
        ]),
  ]);
}

/** The answers of one list, by the names of its pages. */
interface Pages extends Ordered {
  readonly named: ReadonlyMap<string, Exchange>;
}

const keysOn = ({ list }: Pages, page: Exchange | undefined): readonly string[] =>
  (page === undefined ? [] : (recordsOn(list, page) ?? [])).map(recordKey);

const keys = (pages: Pages, name: string): readonly string[] => keysOn(pages, pages.named.get(name));

const idsOn = ({ list }: Pages, page: Exchange) => (recordsOn(list, page) ?? []).map(recordId);

const broken = (
  { list, order }: Pages,
  fact: keyof Order["facts"],
  [message, expected]: readonly [message: string, expected: string],
  exchange: Exchange,
  ...also: readonly (Exchange | undefined)[]
): Judgement =>
  violation({
    fact: order.facts[fact] ?? "",
    rule: "relation",
    message,
    exchange,
    also: also.filter((one) => one !== undefined),
    pointer: list.paging.items ?? "",
    expected,
    actual: isSuccess(exchange) ? "other records or another order" : "no page",
  });

const totalOf = ({ list, named }: Pages): number | undefined => {
  const first = named.get("ascending");
  return first && totalOn(list, first);
};

const lastStart = (pages: Pages): number =>
  beforeLast(pages.list, totalOf(pages) ?? 0, keys(pages, "ascending").length);

/** The records at the end, from a page of their own or from one with all records; undefined if unknown. */
const lastRecords = (pages: Pages): readonly string[] | undefined => {
  const total = totalOf(pages);
  if (total === undefined) return undefined;
  const [long, last] = [keys(pages, "long"), keys(pages, "last")];
  if (!isNumbered(pages.list)) return long.length === total ? long : undefined;
  // Whether the result ends at its total, so that the page asked as the last is the last.
  const isLast =
    last.length === Math.min(total - lastStart(pages), keys(pages, "ascending").length) &&
    keys(pages, "past").length === 0;
  return isLast ? last : undefined;
};

const skipsExactly = function* (pages: Pages, from: string, to: string, by: number): Generator<Judgement> {
  const { list, named } = pages;
  const [start, skipped] = [named.get(from), named.get(to)];
  if (start === undefined || skipped === undefined || !isSuccess(start)) return;
  const expected = keysOn(pages, start)
    .slice(by)
    .slice(0, askedOf(list, skipped, "take"));
  const actual = keysOn(pages, skipped);
  // The answer beyond the end, a page or a refusal, is not stated.
  if (expected.length === 0) return;
  if (isSuccess(skipped) && actual.length >= expected.length && agree(expected, actual)) return;
  const { skip, page, cursor } = list.paging.parameters;
  yield broken(
    pages,
    "position",
    [`${skip ?? page ?? cursor ?? ""} does not leave out exactly ${by} records`, `the same order, ${by} on`],
    skipped,
    start,
  );
};

const judgePositions = function* (pages: Pages): Generator<Judgement> {
  yield* skipsExactly(pages, "ascending", "skipped", step);
  yield* skipsExactly(pages, "long", "skipped long", step);
  const last = lastStart(pages);
  if (pages.named.has("before last")) yield* skipsExactly(pages, "before last", "last", Math.min(step, last));
  else yield* skipsExactly(pages, "long", "last", last);
  yield* skipsExactly(pages, "searched", "searched skipped", step);
};

/** Whether the descending page does not descend, though the ascending one ascends. */
const isUnturned = (pages: Pages, descending: Exchange, first: Exchange): boolean => {
  const [ascending, reversed] = [first, descending].map((page) => keysOn(pages, page));
  if (ascending === undefined || reversed === undefined || !isSuccess(descending)) return true;
  return (
    (isOrdered(idsOn(pages, first)) && !isOrdered(idsOn(pages, descending).toReversed())) ||
    (ascending.length > 1 && isDistinct(ascending) && same(ascending, reversed))
  );
};

const judgeDescending = function* (pages: Pages): Generator<Judgement> {
  const { named, list } = pages;
  const [first, descending, later] = ["ascending", "descending", "descending skipped"].map((name) =>
    named.get(name),
  );
  if (first === undefined || descending === undefined) return;
  const name = list.paging.parameters.descending ?? "";
  const last = lastRecords(pages);
  if (isTurnedRound(idsOn(pages, first)))
    yield broken(
      pages,
      "descending",
      [`the order descends though ${name} is false`, "an ascending order"],
      first,
      descending,
    );
  else if (isUnturned(pages, descending, first))
    yield broken(
      pages,
      "descending",
      [`${name} does not turn the order round`, "a descending order"],
      descending,
      first,
    );
  else if (last !== undefined && !agree(keysOn(pages, descending), last.toReversed()))
    yield broken(
      pages,
      "descending",
      [`${name} does not begin at the end`, "the last records in reverse"],
      descending,
      first,
      named.get("last"),
      named.get("past"),
    );
  else if (later !== undefined && isTurnedRound(idsOn(pages, later).toReversed()))
    yield broken(
      pages,
      "descending",
      ["a later page of a descending result ascends", "a descending order"],
      later,
      descending,
    );
  else yield* skipsExactly(pages, "descending", "descending skipped", step);
};

/** What an order with ties orders by, as far as shown, by the keys of the records. */
type Values = ReadonlyMap<string, number>;

const valuesOn = ({ list, order }: Pages, page: Exchange): readonly (readonly [string, number])[] =>
  (recordsOn(list, page) ?? []).filter(isObject).flatMap((record) => {
    const name = Object.keys(record).find((key) => key.toLowerCase() === order.ties?.shown.toLowerCase());
    const shown = name === undefined ? undefined : record[name];
    const value = typeof shown === "string" ? Date.parse(shown) : Number(shown);
    return Number.isNaN(value) ? [] : [[recordKey(record), value] as const];
  });

const valuesIn = (all: readonly Pages[]): Values =>
  new Map(all.flatMap((pages) => [...pages.named.values()].flatMap((page) => valuesOn(pages, page))));

/** Whether two records at one position have different values. The order of equal ones is not stated. */
const isOfAnotherValue = (one: string, other: string, values: Values): boolean => {
  const [value, expected] = [values.get(one), values.get(other)];
  return value !== undefined && expected !== undefined && value !== expected;
};

/** The same for an order with ties. */
const judgeDescendingTies = function* (pages: Pages, values: Values): Generator<Judgement> {
  const { named, list, order } = pages;
  const [first, descending] = [named.get("ties"), named.get("ties descending")];
  if (first === undefined || descending === undefined || !isSuccess(first)) return;
  const last = keys(pages, named.has("ties last") ? "ties last" : "ties").toReversed();
  if (lastRecords(pages) === undefined || last.length < keysOn(pages, first).length) return;
  const isWrong = keysOn(pages, descending).some((key, index) =>
    isOfAnotherValue(key, last[index] ?? key, values),
  );
  if (!isSuccess(descending) || isWrong)
    yield broken(
      pages,
      "descending",
      [
        `${list.paging.parameters.descending ?? ""} does not turn the order by ${order.ties?.by ?? ""} round`,
        "the values of the last records in reverse",
      ],
      descending,
      first,
      named.get("ties last"),
    );
};

const judgeSpelling = function* (pages: Pages): Generator<Judgement> {
  const { named, list, order } = pages;
  for (const [name, plain] of [
    ["ID", "ascending"],
    ...spellingsOf(order).map((spelling) => [`ties as ${spelling}`, "ties"] as const),
  ] as const) {
    const [first, spelt] = [named.get(plain), named.get(name)];
    if (first === undefined || spelt === undefined || !isSuccess(first)) continue;
    if (!isSuccess(spelt) || !same(keysOn(pages, spelt), keysOn(pages, first)))
      yield broken(
        pages,
        "sortBy",
        [
          `capitals in ${list.paging.parameters.sortBy ?? ""} make another order`,
          "the same order in any case",
        ],
        spelt,
        first,
      );
  }
};

const judgeOrder = function* (pages: Pages, values: Values): Generator<Judgement> {
  const { named, list, order } = pages;
  const { sortBy = "" } = list.paging.parameters;
  const [first, ties] = [named.get("ascending"), named.get("ties")];
  // If everything is reversed, the direction is at fault.
  if (first === undefined || isTurnedRound(idsOn(pages, first))) return;
  if (!isOrdered(idsOn(pages, first)))
    yield broken(
      pages,
      "sortBy",
      [`${sortBy} ${order.ids} does not order by ${order.ids}`, "ids in ascending order"],
      first,
      ties,
    );
  if (ties === undefined || order.ties === undefined) return;
  const { by } = order.ties;
  if (!isSuccess(ties)) yield broken(pages, "sortBy", [`${sortBy} ${by} is refused`, "a page"], ties, first);
  const known = keysOn(pages, ties).flatMap((key) => values.get(key) ?? []);
  if (known.some((value, index) => value < (known[index - 1] ?? -Infinity)))
    yield broken(
      pages,
      "sortBy",
      [`${sortBy} ${by} does not order by it`, "values in ascending order"],
      ties,
      first,
    );
};

const judgePages = function* (pages: Pages, all: readonly Pages[]): Generator<Judgement> {
  const { list, order } = pages;
  // Where the orders are stated, another list of the same records may show what this one does not.
  const isStated = order.facts.sortBy !== undefined;
  const kin = all.filter((other) => list.of !== undefined && other.list.of === list.of && other !== pages);
  const values = valuesIn(isStated ? [pages, ...kin] : [pages]);
  if (isStated) {
    yield* judgeSpelling(pages);
    yield* judgeOrder(pages, values);
  }
  yield* judgeDescending(pages);
  yield* judgeDescendingTies(pages, values);
  yield* judgePositions(pages);
};

/**
 * All pages of a result come from one order: positions leave out as many records as they say, and it can be reversed.
 * @param find the lists that a configuration allows, all by default; sends requests if a query type must be found out
 */
export const oneOrder = (
  lists: readonly PagedList[],
  words: Pick<ActiveCheck, "id" | "title" | "why">,
  find?: (context: PlanContext) => Plan<readonly PagedEndpoint[]>,
): ActiveCheck => {
  const ordered = lists.map(orderedOf);
  const [fact = "", ...others] = new Set(
    ordered.flatMap(({ order: { facts } }) => [
      ...(facts.sortBy === undefined ? [] : [facts.sortBy]),
      facts.descending,
      facts.position,
    ]),
  );
  return {
    ...words,
    facts: [fact, ...others],
    effect: "read",
    severity: "error",
    interfaces: [...new Set(lists.map((list) => list.interface))],
    needs: [...new Set(lists.map(({ credential }) => credential))],
    *plan(context) {
      const endpoints = find === undefined ? lists.map((list) => endpointOf(list)) : yield* find(context);
      for (const endpoint of context.sample(endpoints, 1)) yield* askOrderedPages(endpoint);
    },
    looksAgain: (one, other) =>
      isSamePage(
        one,
        other,
        lists.find(({ operation }) => operation === one.operation),
      ),
    *judge(exchanges) {
      const all = ordered
        .map((one): Pages => ({ ...one, named: byLabel(exchanges, one.list.operation) }))
        .filter(({ named }) => named.has("descending"));
      if (all.length === 0) return yield notApplicable("no list answered a page with records");
      for (const pages of all) yield* judgePages(pages, all);
    },
  };
};
