import { farPositions } from "../../values/odd-values.ts";
import {
  send,
  sendAll,
  type ActiveCheck,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../core/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../../core/model/exchange.ts";
import type { PagedList, PageParameters } from "../../core/model/resource.ts";
import { shownCount } from "../../core/validation/shape-of.ts";
import { commonLetter, nonsense } from "../support/filter-texts.ts";
import { at } from "../support/json.ts";
import { notApplicable, statusOf, violation, wrongStatus } from "../support/judgements.ts";
import { isId, isOrdered, recordId, recordKey } from "../support/order.ts";
import {
  endpointOf,
  endpointsOf,
  type FindEndpoints,
  overLists,
  type PagedEndpoint,
} from "../support/paged-endpoint.ts";
import { cursorOn, everythingOf, walkPageSize, pagePosition, recordsOn, totalOn } from "../support/paging.ts";

/** Limit of pages of a complete walk; of longer results the ends and the middle are asked. */
const wholeWalk = 10;

/** The page sizes to try: the largest is not stated. */
const [long, short] = [100, 10];

/** Sizes of pages whose position is not stated, and those at which servers may change their behaviour. */
const smallSizes = [1, 2, 5] as const;
const largeSizes = [20, 50, 100, 1000] as const;

/** A size that does not divide the total, so that the last page is shorter. */
const unevenSize = (total: number): readonly number[] =>
  [3, 4, 7, 11].filter((size) => size < total && total % size !== 0).slice(0, 1);

/** The relation must hold under any reading of a search, in reverse too. */
const searches = [
  { name: "", options: {} },
  { name: " searched", options: { filter: commonLetter } },
  { name: " searched in vain", options: { filter: nonsense } },
] as const;

/** A page of a result: by its name, by its offset, by its size, or beyond the end, at a position that seeds choose. */
type Page =
  | "long"
  | "first"
  | "one"
  | "turned"
  | "whole"
  | { readonly from: number }
  | { readonly of: number }
  | { readonly beyond: number | "the end" };

interface Tag {
  readonly result: string;
  readonly page: Page;
}

const labelOf = (page: Page): string => {
  if (typeof page === "string") return page;
  if ("from" in page) return `from ${page.from}`;
  if ("of" in page) return `of ${page.of}`;
  return page.beyond === "the end" ? "beyond" : `beyond, at ${page.beyond}`;
};

const isPastTheEnd = (page: Page): boolean => typeof page === "object" && "beyond" in page;

/** One result of a list: everything but position and size of its pages is fixed. */
interface Result {
  readonly list: PagedList;
  readonly isSearched: boolean;
  readonly name: string;
  page(options: PageParameters, page: Page, more?: PageParameters): Call<Tag>;
}

const resultsOf = (endpoint: PagedEndpoint): readonly Result[] => {
  const { list, operation } = endpoint;
  const those = list.paging.parameters.filter === undefined ? searches.slice(0, 1) : searches;
  const { ids } = list.paging.order ?? {};
  // The default direction is not stated.
  const order = ids === undefined ? {} : { sortBy: ids, descending: false };
  return those.map(({ name, options: fixed }) => ({
    list,
    isSearched: "filter" in fixed,
    name: `${operation}${name}`,
    page: (options, page, more) => {
      const turned = "filter" in fixed ? { ...fixed, descending: more?.descending !== true } : {};
      const all = { ...options, ...order, ...more, ...turned };
      const call = endpoint.call(all, `${operation}${name} ${labelOf(page)}`);
      return { ...call, tag: { result: `${operation}${name}`, page } };
    },
  }));
};

const offsets = (total: number, step: number): readonly number[] => {
  if (total <= wholeWalk * step)
    return Array.from({ length: Math.max(0, Math.ceil(total / step) - 1) }, (_, i) => (i + 1) * step);
  const last = Math.floor((total - 1) / step) * step;
  return [...new Set([step, Math.floor(last / 2 / step) * step, last])];
};

const held = (list: PagedList, page: Exchange): number => recordsOn(list, page)?.length ?? 0;

/** The pages after the first, each by what the one before it shows. */
function* followed({ list, page }: Result, first: Exchange, size: number): Plan<void, Tag> {
  let [last, from] = [first, held(list, first)];
  for (let count = 1; count < wholeWalk; count += 1) {
    const cursor = cursorOn(list, last);
    if (cursor === undefined) return;
    last = yield* send(page({ cursor, take: size }, { from }));
    from += held(list, last);
  }
}

/**
 * Walks a result: the first page, the following pages in steps of the first page's real length, the page beyond the
 * end, and a page of one record. For a list whose order can be turned round in its query, that record is the one at the
 * other end, with details; for queries the filter algebra tests this (DON-23).
 */
function* walkPages(result: Result, far: number): Plan<void, Tag> {
  const { list, page, isSearched } = result;
  const { in: where, parameters, next } = list.paging;
  const at0 = pagePosition(list, 0, 1);
  const whole = yield* send(page({ ...at0, take: long }, "long"));
  const longest = isSuccess(whole) ? long : short;
  const size = walkPageSize(longest, totalOn(list, whole) ?? longest + 1);
  const first = yield* send(page({ ...at0, take: size }, "first"));
  const total = totalOn(list, first);
  const step = held(list, first);
  if (!isSuccess(first) || total === undefined) return;
  const isTurned = where === "query" && parameters.descending !== undefined;
  const one = isTurned
    ? page({ ...at0, take: 1 }, "turned", { descending: true, includeDetails: true })
    : page({ ...at0, take: 1 }, "one");
  if (next !== undefined) {
    yield* followed(result, first, size);
    yield* send(one);
    return;
  }
  const skips = step > 0 ? offsets(total, step) : [];
  yield* sendAll(
    skips.map((skip) => page({ ...pagePosition(list, skip, step), take: step }, { from: skip })),
  );
  // A numbered page begins at a multiple of its size.
  const [unit, end] = parameters.page === undefined ? [1, total] : [size, total + size - 1];
  // A search without a match ends where it begins.
  const beyond = isSearched ? far * unit : end;
  // A position that only some runs ask for is a request of its own: its refusal is no change.
  const past = { beyond: isSearched ? beyond : ("the end" as const) };
  const last = total === 0 ? [] : [page({ ...pagePosition(list, beyond, size), take: size }, past)];
  yield* sendAll([one, ...last]);
}

/** Pages of several sizes from the beginning, where no later position is stated. */
function* tryPages({ list, page }: Result, context: PlanContext): Plan<void, Tag> {
  const first = yield* send(page({}, "first"));
  const everything = everythingOf(list, first);
  const all = context.sample(everything === undefined ? [] : [everything], 0);
  const uneven = unevenSize(totalOn(list, first) ?? 0);
  const pages = yield* sendAll([
    ...all.map((size) => page({ take: size }, "whole")),
    ...[...smallSizes, ...uneven, ...context.sample(largeSizes, 1)].map((take) =>
      page({ take }, { of: take }),
    ),
  ]);
  // Valid sizes are not stated: a refusal counts only if another size is accepted.
  if (!pages.some(isSuccess)) yield* sendAll(largeSizes.map((take) => page({ take }, { of: take })));
}

/** The exchanges of one result, sorted. */
interface Walk {
  readonly list: PagedList;
  readonly first: Exchange;
  readonly named: readonly (readonly [Page, Exchange])[];
  /** Pages in order of their offset, including the first. */
  readonly pages: readonly { readonly skip: number; readonly exchange: Exchange }[];
  readonly isWhole: boolean;
}

const walkOf = ({ list, name }: Result, exchanges: readonly Exchange<Tag>[]): Walk | undefined => {
  const named = exchanges.flatMap((exchange) => {
    const tag = exchange.call?.tag;
    return tag?.result === name ? [[tag.page, exchange] as const] : [];
  });
  const [, first] = named.findLast(([page]) => page === "first") ?? [];
  const total = first && totalOn(list, first);
  if (first === undefined || !isSuccess(first) || total === undefined) return undefined;
  // Another check judges a page whose records are not where they are stated.
  if (list.paging.items !== undefined && recordsOn(list, first) === undefined) return undefined;
  const later = named.flatMap(([page, exchange]) =>
    typeof page === "object" && "from" in page ? [{ skip: page.from, exchange }] : [],
  );
  return {
    list,
    first,
    named,
    pages: [{ skip: 0, exchange: first }, ...later.toSorted((left, right) => left.skip - right.skip)],
    isWhole: total <= wholeWalk * held(list, first),
  };
};

/** What a page is called beside the first one. */
const pageNames: Readonly<Record<Extract<Page, string>, string | undefined>> = {
  long: undefined,
  first: undefined,
  one: "a page of one",
  turned: "a page of one from the other end",
  whole: "the page of all records",
};

const nameOf = (page: Page): string | undefined => {
  if (typeof page === "string") return pageNames[page];
  if ("from" in page) return undefined;
  return "of" in page ? `a page of ${page.of}` : "the page beyond the end";
};

const otherTotals = function* ({ list, first, named, pages }: Walk): Generator<Judgement> {
  const total = totalOn(list, first);
  const expected = shownCount(total);
  for (const [page, exchange] of named) {
    const index = pages.findIndex((one) => one.exchange === exchange);
    const name = index > 0 ? `page ${index + 1}` : nameOf(page);
    const answered = totalOn(list, exchange);
    // A list without a stated position may leave its total out of some pages; one without a body is no page.
    const isOpen =
      answered === undefined && (list.paging.items === undefined || jsonOf(exchange) === undefined);
    if (name === undefined || !isSuccess(exchange) || isOpen || answered === total) continue;
    const actual = shownCount(at(jsonOf(exchange), list.paging.total));
    yield violation({
      fact: list.paging.facts.total,
      rule: "relation",
      message: `page 1 says total ${expected}, ${name} says ${actual}`,
      cause: {
        what: "results change their total from page to page",
        item: `${exchange.operation ?? ""} (page 1 says ${expected}, ${name} says ${actual})`,
      },
      exchange,
      also: [first],
      pointer: list.paging.total,
      expected: `${expected}, as on page 1`,
      actual,
    });
  }
};

interface Counts {
  readonly expected: number;
  readonly actual: number;
}

const countedWrong = (
  { list, first }: Walk,
  exchange: Exchange,
  what: string,
  { expected, actual }: Counts,
  also: readonly Exchange[] = [first],
): Judgement =>
  violation({
    fact: list.paging.facts.total,
    rule: "relation",
    message: `${what} ${shownCount(actual)} distinct records where total is ${shownCount(totalOn(list, first))}`,
    exchange,
    also: also.filter((one) => one !== exchange),
    pointer: list.paging.items ?? "",
    cause: {
      what: "results hold another number of records than total",
      item: `${exchange.operation ?? ""} (${what} ${shownCount(actual)}, not ${shownCount(expected)})`,
    },
    expected: `${shownCount(expected)} distinct records`,
    actual: shownCount(actual),
  });

const repeated = (
  { list, first, pages }: Walk,
  keysOn: readonly (readonly string[])[],
): Judgement | undefined => {
  const pageOf = new Map<string, Exchange>();
  for (const [index, { exchange }] of pages.entries()) {
    const keys = keysOn[index] ?? [];
    const other = keys.map((key) => pageOf.get(key)).find((page) => page !== undefined);
    if (other !== undefined)
      return violation({
        fact: list.paging.facts.total,
        rule: "relation",
        message: "some records are on more than one page",
        exchange,
        also: [...new Set([first, other])],
        pointer: list.paging.items ?? "",
        expected: "each record on one page",
        actual: `${keys.filter((key) => pageOf.get(key) === other).length} repeated`,
      });
    for (const key of keys) pageOf.set(key, exchange);
  }
  return undefined;
};

/** The pages partition the result: each record is on one of them, and there are as many as total says. */
const otherCounts = function* (walk: Walk): Generator<Judgement> {
  const { list, first, pages, isWhole, named } = walk;
  const total = totalOn(list, first) ?? 0;
  const last = pages.at(-1);
  if (last === undefined) return;
  const due = { expected: total - last.skip, actual: held(list, last.exchange) };
  // The records of a page beyond its size are on the next one too.
  const size = held(list, first);
  const keysOn = pages.map(({ exchange }) => (recordsOn(list, exchange) ?? []).slice(0, size).map(recordKey));
  const keys = keysOn.flat();
  // Two records without ids may look alike: then they can only be counted.
  const hasIds = keys.every(isId);
  const distinct = hasIds ? new Set(keys).size : keys.length;
  const twice = isWhole && hasIds ? repeated(walk, keysOn) : undefined;
  const isWrong = !isWhole || distinct !== total;
  if (twice !== undefined) yield twice;
  else if (isWrong && due.actual !== due.expected)
    yield countedWrong(walk, last.exchange, `the last page, from ${last.skip}, holds`, due);
  else if (isWhole && isWrong) {
    const all = pages.map(({ exchange }) => exchange);
    const counts = { expected: total, actual: distinct };
    yield countedWrong(walk, last.exchange, "all pages together hold", counts, all);
  }
  const [, beyond] = named.find(([page]) => isPastTheEnd(page)) ?? [];
  const actual = beyond === undefined ? 0 : held(list, beyond);
  if (beyond !== undefined && actual > 0)
    yield countedWrong(walk, beyond, "the page beyond the end holds", { expected: 0, actual });
};

/** A page of another size that lacks records between its own: all pages are in the order of ids. */
const otherSize = function* ({ list, named, pages, isWhole }: Walk): Generator<Judgement> {
  const [, whole] = named.findLast(([page]) => page === "long") ?? [];
  if (whole === undefined || !isWhole || !isSuccess(whole)) return;
  const idsOn = (page: Exchange) => (recordsOn(list, page) ?? []).map(recordId);
  const [own, ids] = [idsOn(whole), pages.flatMap(({ exchange }) => idsOn(exchange))];
  const isInOrder = [own, ids].every((some) => isOrdered(some) || isOrdered(some.toReversed()));
  const due = new Set(ids.slice(0, ids.indexOf(own.at(-1)) + 1));
  const lacking = [...due].filter((id) => !own.includes(id)).length;
  if (!isInOrder || lacking === 0 || [...own, ...ids].includes(undefined)) return;
  yield violation({
    fact: list.paging.facts.total,
    rule: "relation",
    message: `a page of another size lacks ${lacking} of the records between its first and its last`,
    exchange: whole,
    also: pages.map(({ exchange }) => exchange),
    pointer: list.paging.items ?? "",
    expected: "the records that pages of another size hold",
    actual: `${lacking} fewer`,
  });
};

const isLarge = (page: Page): boolean =>
  page === "whole" ||
  (typeof page === "object" && "of" in page && largeSizes.some((size) => size === page.of));

const isNumbered = ({ paging: { parameters, next } }: PagedList): boolean =>
  (parameters.skip ?? parameters.page ?? next) !== undefined;

/** A list is answered, except for sizes that may be refused: the largest and the smallest are not stated. */
const unanswered = function* (list: PagedList, exchanges: readonly Exchange<Tag>[]): Generator<Judgement> {
  const own = exchanges.filter(({ operation }) => operation === list.operation);
  const isOfSize = ({ call }: Exchange): boolean =>
    call?.query?.[list.paging.parameters.take ?? ""] !== undefined;
  const isSizeTaken = own.some((one) => isOfSize(one) && isSuccess(one));
  for (const exchange of own) {
    const tag = exchange.call?.tag;
    if (tag?.result === list.operation && isLarge(tag.page) && !isSuccess(exchange)) continue;
    if (isSizeTaken && isOfSize(exchange) && [400, 422].includes(statusOf(exchange))) continue;
    const wrong = wrongStatus(exchange, "success", `a page of ${list.operation}`, list.fact);
    if (wrong !== undefined) yield wrong;
    else if (jsonOf(exchange) === undefined)
      yield violation({
        fact: list.fact,
        rule: "missing",
        message: `the answer to ${list.operation} has no JSON body`,
        exchange,
        expected: `an object with ${list.paging.total}`,
        actual: "no JSON body",
      });
  }
};

/** Pages partition a result, and its total counts all records and stays, on pages of any size. */
export const totalsStay = (
  lists: readonly PagedList[],
  words: Pick<ActiveCheck, "id" | "title" | "why">,
  find?: FindEndpoints,
): ActiveCheck<Tag> => {
  const judged = lists.flatMap((list) => resultsOf(endpointOf(list)));
  const [fact = "", ...others] = new Set(
    lists.flatMap((list) => [list.paging.facts.total, ...(!isNumbered(list) ? [list.fact] : [])]),
  );
  return {
    ...words,
    facts: [fact, ...others],
    ...overLists(lists),
    *plan(context) {
      const results = (yield* endpointsOf(lists, find, context)).map(resultsOf);
      const all = [
        ...results.flatMap((some) => some.slice(0, 1)),
        ...results.flatMap((some) => some.slice(1)),
      ];
      for (const [index, result] of context.sample(all, 1).entries()) {
        const far = farPositions[(context.seed + index) % farPositions.length] ?? 0;
        yield* isNumbered(result.list) ? walkPages(result, far) : tryPages(result, context);
      }
    },
    *judge(exchanges) {
      for (const list of lists) if (!isNumbered(list)) yield* unanswered(list, exchanges);
      const walks = judged.flatMap((result) => walkOf(result, exchanges) ?? []);
      if (walks.length === 0) return yield notApplicable("no page with a total was answered", fact);
      for (const walk of walks) {
        yield* otherTotals(walk);
        if (!isNumbered(walk.list)) continue;
        yield* otherCounts(walk);
        yield* otherSize(walk);
      }
    },
  };
};
