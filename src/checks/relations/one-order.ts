import { sendAll, type ActiveCheck, type Judgement, type Plan } from "../../core/model/check.ts";
import { isSuccess, type Call, type Exchange } from "../../core/model/exchange.ts";
import type { ListOrder, PagedList, PageParameters } from "../../core/model/resource.ts";
import { commonLetter } from "../support/filter-texts.ts";
import { isObject } from "../support/json.ts";
import { answersOf, type ListTag } from "../support/answers.ts";
import { notApplicable, statusOf, violation } from "../support/judgements.ts";
import {
  agree,
  hasRoundedId,
  isDistinct,
  isOrdered,
  isTurnedRound,
  departureText,
  orderedValue,
  recordId,
  recordKey,
  same,
} from "../support/order.ts";
import {
  endpointsOf,
  type FindEndpoints,
  overLists,
  pascal,
  type PagedEndpoint,
} from "../support/paged-endpoint.ts";
import { askedOf, cursorOn, walkPageSize, pagePosition, recordsOn, totalOn } from "../support/paging.ts";

/** Records of each end compared in the order of ids, and in one with ties. */
const span = 12;
const longSpan = 100;

/** Offset between overlapping pages. */
const step = 3;

/** The relation must hold under any reading of a search, in reverse too. */
const searched = { filter: commonLetter, descending: true } as const;

interface Ordered {
  readonly list: PagedList;
  readonly order: ListOrder;
}

const orderedOf = (list: PagedList): Ordered => {
  const { order } = list.paging;
  if (order === undefined) throw new Error(`no order of ${list.operation} is declared`);
  return { list, order };
};

/** Common spellings of the value that orders with ties. */
const spellingsOf = ({ ties }: ListOrder): readonly string[] =>
  ties === undefined ? [] : [ties.by.toUpperCase(), pascal(ties.shown)];

const isNumbered = ({ paging: { parameters } }: PagedList): boolean =>
  (parameters.skip ?? parameters.page) !== undefined;

/** Number of records before the last page: where positions are counted in records, that page is full. */
const beforeLast = ({ paging: { parameters } }: PagedList, total: number, length: number): number =>
  parameters.skip === undefined && length > 0
    ? Math.floor(Math.max(0, total - 1) / length) * length
    : Math.max(0, total - length);

type Skipped = "skipped long" | "descending skipped";

/** The pages that are compared. */
type PageName =
  | "ascending"
  | "long"
  | "skipped"
  | "last"
  | "before last"
  | "past"
  | "descending"
  | "ties"
  | "ties last"
  | "ties descending"
  | "values"
  | "values at the end"
  | "ID"
  | "searched"
  | "searched skipped"
  | Skipped
  | `before ${Skipped}`
  | `ties as ${string}`;

type Tag = ListTag<PageName>;

interface Asking extends Ordered {
  /** The request for a page, if it is wanted. */
  ask(name: PageName, options: PageParameters, isWanted?: boolean): readonly Call<Tag>[];
  /** A page of a size after some records. */
  after(skip: number, take: number): PageParameters;
  /** The size of a page that overlaps another one: a numbered page begins at a multiple of its size. */
  overlapping(size: number): number;
}

const askingOf = ({ operation, list, call }: PagedEndpoint): Asking => ({
  ...orderedOf(list),
  ask: (asks, options, isWanted = true) =>
    isWanted ? [{ ...call({ ...options }, `${operation}: ${asks}`), tag: { list: operation, asks } }] : [],
  after: (skip, take) => ({ ...pagePosition(list, skip, take), take }),
  overlapping: (size) => (list.paging.parameters.skip === undefined ? step : size),
});

/** A page after some records, by what the page of those records shows. */
function* askNext(
  { list, ask }: Asking,
  name: Skipped,
  options: PageParameters,
  take: number,
): Plan<void, Tag> {
  const [before] = yield* sendAll(ask(`before ${name}`, { ...options, take: step }));
  const cursor = before && cursorOn(list, before);
  if (cursor !== undefined) yield* sendAll(ask(name, { ...options, cursor, take }));
}

/** Later pages of the order of ids, the last one, and the same in reverse. */
function* askById(asking: Asking, total: number, held: number, long: Exchange): Plan<void, Tag> {
  const { list, order, ask, after, overlapping } = asking;
  const ascending = { sortBy: order.ids, descending: false };
  const descending = { sortBy: order.ids, descending: true };
  const length = isSuccess(long) ? longSpan : held;
  if (!isNumbered(list)) {
    yield* sendAll(ask("descending", { ...descending, take: held }));
    yield* askNext(asking, "skipped long", ascending, length);
    yield* askNext(asking, "descending skipped", descending, held);
    return;
  }
  const isCounted = list.paging.parameters.skip !== undefined;
  const last = beforeLast(list, total, held);
  const size = walkPageSize(length, total);
  const isCovered = recordsOn(list, long)?.length === total || !isCounted;
  yield* sendAll([
    ...ask("skipped", { ...ascending, ...after(step, overlapping(span)) }, !isSuccess(long)),
    ...ask("skipped long", { ...after(step, overlapping(length)), ...ascending }),
    ...ask("last", { ...after(last, held), ...ascending }),
    ...ask("before last", { ...after(Math.max(0, last - step), held), ...ascending }, !isCovered),
    ...ask("past", { ...after(isCounted ? total : total + size - 1, size), ...ascending }),
    ...ask("descending", { ...descending, ...after(0, held) }),
    ...ask("descending skipped", { ...descending, ...after(step, overlapping(held)) }),
  ]);
}

/** The order with ties from both ends, in reverse, in other spellings, and with what it orders by. */
function* askTies({ list, order, ask, after }: Asking, total: number, length: number): Plan<void, Tag> {
  const { ties, facts } = order;
  if (ties === undefined) return;
  const hasColumns = list.paging.parameters.columns !== undefined;
  const by = { sortBy: ties.by, descending: false };
  const [first] = yield* sendAll(ask("ties", { ...by, ...after(0, length) }));
  const held = (first && recordsOn(list, first)?.length) ?? 0;
  const reversed = { ...by, ...after(0, held), descending: true };
  const shown = { columns: [order.ids, ties.shown] };
  const last = after(beforeLast(list, total, held), held);
  yield* sendAll([
    ...ask("ties last", { ...by, ...last }, held !== total && isNumbered(list)),
    ...ask("ties descending", reversed),
    ...spellingsOf(order).flatMap((sortBy) =>
      ask(`ties as ${sortBy}`, { ...by, sortBy, ...after(0, length) }, facts.sortBy !== undefined),
    ),
    ...ask("values", { ...by, ...after(0, length), ...shown }, hasColumns),
    ...ask("values at the end", { ...reversed, ...shown }, hasColumns && held !== total),
  ]);
}

/**
 * Asks for pages of one list that must all come from one order. What a page with all records shows is not asked again.
 */
function* askOrderedPages(asking: Asking): Plan<void, Tag> {
  const { list, order, ask, after, overlapping } = asking;
  // The default direction is not stated.
  const ascending = { sortBy: order.ids, descending: false };
  const [first] = yield* sendAll(ask("ascending", { ...ascending, ...after(0, span) }));
  const held = (first && recordsOn(list, first)?.length) ?? 0;
  if (first === undefined || !isSuccess(first) || held === 0) return;
  // The largest page size is not stated.
  const [long = first] = yield* sendAll(ask("long", { ...ascending, ...after(0, longSpan) }));
  const length = isSuccess(long) ? longSpan : held;
  const total = totalOn(list, first) ?? 0;
  yield* askById(asking, total, held, long);
  yield* askTies(asking, total, length);
  const search = { sortBy: order.ids, ...searched };
  const isSearched = list.paging.parameters.filter !== undefined && isNumbered(list);
  const id = { ...ascending, sortBy: order.ids.toUpperCase() };
  yield* sendAll([
    ...ask("ID", { ...id, ...after(0, span) }, order.facts.sortBy !== undefined),
    ...ask("searched", { ...after(0, length), ...search }, isSearched),
    ...ask("searched skipped", { ...after(step, overlapping(length)), ...search }, isSearched),
  ]);
}

/** The answers of one list, by the names of its pages. */
interface Pages extends Ordered {
  page(name: PageName): Exchange | undefined;
  isAnswered(name: PageName): boolean;
  keys(name: PageName): readonly string[];
  ids(name: PageName): ReturnType<typeof recordId>[];
  /** Whether ids on its pages are rounded: different records may have equal ones. */
  readonly isRounded: boolean;
  readonly total: number | undefined;
}

const pagesOf = (ordered: Ordered, exchanges: readonly Exchange<Tag>[]): Pages => {
  const { list } = ordered;
  const named = answersOf(exchanges, list.operation);
  const page = (name: PageName) => named.get(name);
  const records = (name: PageName): readonly unknown[] => {
    const found = page(name);
    return (found && recordsOn(list, found)) ?? [];
  };
  const first = page("ascending");
  return {
    ...ordered,
    page,
    isAnswered(name) {
      const found = page(name);
      return found !== undefined && isSuccess(found);
    },
    keys: (name) => records(name).map(recordKey),
    ids: (name) => records(name).map(recordId),
    isRounded: [...named].some(([name]) => records(name).some(hasRoundedId)),
    total: first && totalOn(list, first),
  };
};

const expected: Readonly<Record<keyof ListOrder["facts"], string>> = {
  sortBy: "the order that was asked for",
  descending: "the order in the direction that was asked for",
  position: "the same order, further on",
};

/** @param names the page that is wrong, and those that show it */
const broken = function* (
  pages: Pages,
  fact: keyof ListOrder["facts"],
  message: string,
  names: readonly PageName[],
  actual = "other records or another order",
): Generator<Judgement> {
  const [exchange, ...also] = names.flatMap((name) => pages.page(name) ?? []);
  if (exchange === undefined) return;
  const isPage = isSuccess(exchange);
  yield violation({
    fact: pages.order.facts[fact] ?? "",
    rule: "relation",
    message: isPage ? message : `${message}: the answer is ${statusOf(exchange)}`,
    exchange,
    also,
    pointer: pages.list.paging.items ?? "",
    expected: isPage ? expected[fact] : `200, ${expected[fact]}`,
    actual: isPage ? actual : String(statusOf(exchange)),
  });
};

const lastStart = ({ list, total = 0, keys }: Pages): number =>
  beforeLast(list, total, keys("ascending").length);

/** The records at the end, from a page of their own or from one with all records; undefined if unknown. */
const lastRecords = (pages: Pages): readonly string[] | undefined => {
  const { list, total, keys } = pages;
  if (total === undefined) return undefined;
  const [long, last] = [keys("long"), keys("last")];
  if (!isNumbered(list)) return long.length === total ? long : undefined;
  // Whether the result ends at its total, so that the page asked as the last is the last.
  const length = Math.min(total - lastStart(pages), keys("ascending").length);
  return last.length === length && keys("past").length === 0 ? last : undefined;
};

const skipsExactly = function* (
  pages: Pages,
  from: PageName,
  to: PageName,
  by: number,
): Generator<Judgement> {
  const { list, page, isAnswered, keys } = pages;
  const skipped = page(to);
  if (skipped === undefined || !isAnswered(from)) return;
  const due = keys(from)
    .slice(by)
    .slice(0, askedOf(list, skipped, "take"));
  // The answer beyond the end, a page or a refusal, is not stated.
  if (due.length === 0 || (isSuccess(skipped) && agree(due, keys(to)) && keys(to).length >= due.length))
    return;
  const { skip, page: number, cursor } = list.paging.parameters;
  const name = skip ?? number ?? cursor ?? "";
  const whole = keys(from);
  const numberOf = (key: string): number | undefined =>
    whole.includes(key) ? whole.indexOf(key) + 1 : undefined;
  const actual = departureText(keys(to), due, numberOf, `the page from ${by} records earlier on`);
  yield* broken(pages, "position", `${name} does not leave out exactly ${by} records`, [to, from], actual);
};

const judgePositions = function* (pages: Pages): Generator<Judgement> {
  yield* skipsExactly(pages, "ascending", "skipped", step);
  yield* skipsExactly(pages, "long", "skipped long", step);
  const last = lastStart(pages);
  if (pages.page("before last") === undefined) yield* skipsExactly(pages, "long", "last", last);
  else yield* skipsExactly(pages, "before last", "last", Math.min(step, last));
  yield* skipsExactly(pages, "searched", "searched skipped", step);
};

/** Whether the descending page does not descend, though the ascending one ascends. */
const isUnturned = ({ isAnswered, ids, keys }: Pages): boolean => {
  const [ascending, descending] = [keys("ascending"), keys("descending")];
  return (
    !isAnswered("descending") ||
    (isOrdered(ids("ascending")) && !isOrdered(ids("descending").toReversed())) ||
    (ascending.length > 1 && isDistinct(ascending) && same(ascending, descending))
  );
};

const judgeDescending = function* (pages: Pages): Generator<Judgement> {
  const { list, ids, keys } = pages;
  const { descending: name = "" } = list.paging.parameters;
  const last = lastRecords(pages);
  const wrong = (message: string, names: readonly PageName[], actual?: string) =>
    broken(pages, "descending", message, names, actual);
  if (isTurnedRound(ids("ascending")))
    yield* wrong(`the order descends though ${name} is false`, ["ascending", "descending"]);
  else if (isUnturned(pages))
    yield* wrong(
      `${name} does not turn the order round`,
      ["descending", "ascending"],
      same(keys("ascending"), keys("descending"))
        ? "the same records in the same order as without it"
        : undefined,
    );
  else if (last !== undefined && !agree(keys("descending"), last.toReversed()))
    yield* wrong(`${name} does not begin at the end`, ["descending", "ascending", "last", "past"]);
  else if (isTurnedRound(ids("descending skipped").toReversed()))
    yield* wrong("a later page of a descending result ascends", ["descending skipped", "descending"]);
  else yield* skipsExactly(pages, "descending", "descending skipped", step);
};

/** What an order with ties orders by, as far as shown, by the keys of the records. */
type Values = ReadonlyMap<string, number>;

const valuesOf = ({ list, order: { ties } }: Pages, exchanges: readonly Exchange<Tag>[]): Values =>
  new Map(
    [...answersOf(exchanges, list.operation)]
      .flatMap(([, page]) => recordsOn(list, page) ?? [])
      .filter(isObject)
      .flatMap((record): [string, number][] => {
        const name = Object.keys(record).find((key) => key.toLowerCase() === ties?.shown.toLowerCase());
        const shown = name === undefined ? undefined : record[name];
        const value = orderedValue(shown);
        return value === undefined ? [] : [[recordKey(record), value]];
      }),
  );

/** The same for an order with ties: the order of equal values is not stated. */
const judgeDescendingTies = function* (pages: Pages, values: Values): Generator<Judgement> {
  const { list, order, page, isAnswered, keys } = pages;
  if (!isAnswered("ties") || page("ties descending") === undefined) return;
  const last = keys(page("ties last") === undefined ? "ties" : "ties last").toReversed();
  if (lastRecords(pages) === undefined || last.length < keys("ties").length) return;
  const isWrong = keys("ties descending").some((key, index) => {
    const [value, due] = [values.get(key), values.get(last[index] ?? key)];
    return value !== undefined && due !== undefined && value !== due;
  });
  const { descending = "" } = list.paging.parameters;
  const message = `${descending} does not turn the order by ${order.ties?.by ?? ""} round`;
  if (!isAnswered("ties descending") || isWrong)
    yield* broken(pages, "descending", message, ["ties descending", "ties", "ties last"]);
};

const judgeSpelling = function* (pages: Pages): Generator<Judgement> {
  const { list, order, page, isAnswered, keys } = pages;
  const message = `${list.paging.parameters.sortBy ?? ""} in other letter case gives another order`;
  const spelt = spellingsOf(order).map((spelling) => [`ties as ${spelling}`, "ties"] as const);
  for (const [name, plain] of [["ID", "ascending"], ...spelt] as const) {
    if (page(name) === undefined || !isAnswered(plain)) continue;
    if (!isAnswered(name) || !same(keys(name), keys(plain)))
      yield* broken(pages, "sortBy", message, [name, plain]);
  }
};

const judgeOrder = function* (pages: Pages, values: Values): Generator<Judgement> {
  const { list, order, page, isAnswered, ids, keys } = pages;
  const name = list.paging.parameters.sortBy ?? "";
  // If everything is reversed, the direction is at fault.
  if (isTurnedRound(ids("ascending"))) return;
  if (!isOrdered(ids("ascending")))
    yield* broken(pages, "sortBy", `${name} ${order.ids} gives another order`, ["ascending", "ties"]);
  if (page("ties") === undefined || order.ties === undefined) return;
  const { by } = order.ties;
  if (!isAnswered("ties")) yield* broken(pages, "sortBy", `${name} ${by} is refused`, ["ties", "ascending"]);
  const known = keys("ties").flatMap((key) => values.get(key) ?? []);
  if (known.some((value, index) => value < (known[index - 1] ?? -Infinity)))
    yield* broken(pages, "sortBy", `${name} ${by} gives another order`, ["ties", "ascending"]);
};

const judgePages = function* (
  pages: Pages,
  all: readonly Pages[],
  exchanges: readonly Exchange<Tag>[],
): Generator<Judgement> {
  const { list, order } = pages;
  // Where the orders are stated, another list of the same records may show what this one does not.
  const isStated = order.facts.sortBy !== undefined && list.of !== undefined;
  const kin = all.filter((other) => isStated && other.list.of === list.of && other !== pages);
  const values = new Map([pages, ...kin].flatMap((one) => [...valuesOf(one, exchanges)]));
  if (order.facts.sortBy !== undefined) {
    yield* judgeSpelling(pages);
    yield* judgeOrder(pages, values);
  }
  yield* judgeDescending(pages);
  yield* judgeDescendingTies(pages, values);
  yield* judgePositions(pages);
};

/** All pages of a result come from one order: positions leave out as many records as they say, and it can be reversed. */
export const oneOrder = (
  lists: readonly PagedList[],
  words: Pick<ActiveCheck, "id" | "title" | "why" | "turns">,
  find?: FindEndpoints,
): ActiveCheck<Tag> => {
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
    ...overLists(lists),
    *plan(context) {
      for (const endpoint of context.sample(yield* endpointsOf(lists, find, context), 1))
        yield* askOrderedPages(askingOf(endpoint));
    },
    *judge(exchanges) {
      const all = ordered
        .map((one) => pagesOf(one, exchanges))
        .filter(({ page }) => page("descending") !== undefined);
      if (all.length === 0) return yield notApplicable("no list answered a page with records");
      const judged = all.filter(({ isRounded }) => !isRounded);
      if (judged.length === 0)
        return yield notApplicable("ids are integers beyond the precision of JSON numbers");
      for (const pages of judged) yield* judgePages(pages, all, exchanges);
    },
  };
};
