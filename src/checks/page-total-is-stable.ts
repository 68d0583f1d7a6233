import { defineCheck, type Judgement } from "../harness/model/check.ts";
import { jsonOf, type Exchange } from "../harness/model/exchange.ts";
import { shownCount } from "../harness/validation/shape-of.ts";
import { common, nonsense } from "./support/filter-texts.ts";
import { notApplicable, violation } from "./support/judgements.ts";
import { property } from "./support/json.ts";
import { isOrdered, recordId } from "./support/order.ts";
import { isPage, itemsOf, totalOf } from "./support/paging.ts";
import {
  isId,
  isSamePage,
  recordKey,
  walkOf,
  walkPages,
  type PageCall,
  type Walk,
} from "./support/page-walk.ts";
import {
  findQueryEndpoints,
  listEndpoints,
  queryOperations,
  type PagedEndpoint,
} from "./support/paged-endpoint.ts";

/** A search is walked in reverse. */
const pagesOf =
  (endpoint: PagedEndpoint, filter?: string): PageCall =>
  (skip, take, label, more) => {
    const order = filter === undefined ? {} : { filter, descending: more?.descending !== true };
    return endpoint.call({ skip, take, sortBy: "id", ...more, ...order }, label);
  };

/** The relation must hold under any reading of Filter. Combinations test queries with conditions. */
const searches = [
  { name: "searched", filter: common },
  { name: "searched in vain", filter: nonsense },
] as const;

const prefixes = [...listEndpoints, ...queryOperations].flatMap(({ operation }) => [
  operation,
  ...searches.map(({ name }) => `${operation} ${name}`),
]);

const otherTotals = function* (walk: Walk): Generator<Judgement> {
  const expected = shownCount(totalOf(walk.first));
  const compared = [
    ...walk.pages.slice(1).map(({ exchange }, index) => ({ exchange, name: `page ${index + 2}` })),
    { exchange: walk.one, name: "a page of one" },
    { exchange: walk.turned, name: "a page of one from the other end" },
    { exchange: walk.beyond, name: "the page beyond the end" },
  ];
  for (const { exchange, name } of compared) {
    if (exchange === undefined || !isPage(exchange) || totalOf(exchange) === totalOf(walk.first)) continue;
    const actual = shownCount(property(jsonOf(exchange), "total"));
    yield violation({
      rule: "relation",
      message: `page 1 says total ${expected}, ${name} says ${actual}`,
      cause: {
        what: "results change their total from page to page",
        item: `${exchange.operation ?? ""} (page 1 says ${expected}, ${name} says ${actual})`,
      },
      exchange,
      also: [walk.first],
      pointer: "/total",
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
  walk: Walk,
  exchange: Exchange,
  what: string,
  { expected, actual }: Counts,
  also: readonly Exchange[] = [walk.first],
): Judgement =>
  violation({
    rule: "relation",
    message: `${what} ${shownCount(actual)} distinct records where total is ${shownCount(totalOf(walk.first))}`,
    exchange,
    also: also.filter((one) => one !== exchange),
    pointer: "/items",
    cause: {
      what: "results hold another number of records than total",
      item: `${exchange.operation ?? ""} (${what} ${shownCount(actual)}, not ${shownCount(expected)})`,
    },
    expected: `${shownCount(expected)} distinct records`,
    actual: shownCount(actual),
  });

/** The first page that shares records with an earlier one. */
const repeated = (walk: Walk, pages: readonly (readonly string[])[]): Judgement | undefined => {
  const pageOf = new Map<string, Exchange>();
  for (const [index, { exchange }] of walk.pages.entries()) {
    const keys = pages[index] ?? [];
    const other = keys.map((key) => pageOf.get(key)).find((page) => page !== undefined);
    if (other !== undefined)
      return violation({
        rule: "relation",
        message: "some records are on more than one page",
        exchange,
        also: [...new Set([walk.first, other])],
        pointer: "/items",
        expected: "each record on one page",
        actual: `${keys.filter((key) => pageOf.get(key) === other).length} repeated`,
      });
    for (const key of keys) pageOf.set(key, exchange);
  }
  return undefined;
};

const otherCounts = function* (walk: Walk): Generator<Judgement> {
  const total = totalOf(walk.first) ?? 0;
  const last = walk.pages.at(-1);
  if (last === undefined) return;
  const due = { expected: total - last.skip, actual: itemsOf(last.exchange)?.length ?? 0 };
  // The records of a page beyond its size are on the next one too.
  const size = itemsOf(walk.first)?.length ?? 0;
  const pages = walk.pages.map(({ exchange }) => (itemsOf(exchange) ?? []).slice(0, size).map(recordKey));
  const keys = pages.flat();
  // Two records without ids may look alike: then they can only be counted.
  const hasIds = keys.every(isId);
  const held = hasIds ? new Set(keys).size : keys.length;
  const twice = walk.isWhole && hasIds ? repeated(walk, pages) : undefined;
  const isWrong = !walk.isWhole || held !== total;
  if (twice !== undefined) yield twice;
  else if (isWrong && due.actual !== due.expected)
    yield countedWrong(walk, last.exchange, `the last page, from ${last.skip}, holds`, due);
  else if (walk.isWhole && isWrong) {
    const all = walk.pages.map(({ exchange }) => exchange);
    const counts = { expected: total, actual: held };
    yield countedWrong(walk, last.exchange, "all pages together hold", counts, all);
  }
  const beyond = walk.beyond && itemsOf(walk.beyond)?.length;
  if (walk.beyond !== undefined && beyond !== undefined && beyond > 0)
    yield countedWrong(walk, walk.beyond, "the page beyond the end holds", { expected: 0, actual: beyond });
};

const idsOn = (page: Exchange) => (itemsOf(page) ?? []).map(recordId);

/** A page of another size that lacks records between its own: all pages are in the order of ids. */
const otherSize = function* ({ long, pages, isWhole }: Walk): Generator<Judgement> {
  if (long === undefined || !isWhole || !isPage(long)) return;
  const [held, ids] = [idsOn(long), pages.flatMap(({ exchange }) => idsOn(exchange))];
  const isInOrder = [held, ids].every((some) => isOrdered(some) || isOrdered(some.toReversed()));
  const due = new Set(ids.slice(0, ids.indexOf(held.at(-1)) + 1));
  const lacking = [...due].filter((id) => !held.includes(id)).length;
  if (!isInOrder || lacking === 0 || [...held, ...ids].includes(undefined)) return;
  yield violation({
    rule: "relation",
    message: `a page of another size lacks ${lacking} of the records between its first and its last`,
    exchange: long,
    also: pages.map(({ exchange }) => exchange),
    pointer: "/items",
    expected: "the records that pages of another size hold",
    actual: `${lacking} fewer`,
  });
};

const defectsOf = function* (walk: Walk): Generator<Judgement> {
  yield* otherTotals(walk);
  yield* otherCounts(walk);
  yield* otherSize(walk);
};

export const pageTotalIsStable = defineCheck({
  id: "page-total-is-stable",
  facts: ["DON-03"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "total counts all matches and is the same on every page",
  why: "Consumers read pages until they hold total records; a wrong total loses donors or never ends.",
  *plan(context) {
    const queries = yield* findQueryEndpoints(context);
    const plain = [...listEndpoints, ...queries].map((endpoint) => ({
      pages: pagesOf(endpoint),
      prefix: endpoint.operation,
    }));
    const searched = listEndpoints.flatMap((endpoint) =>
      searches.map(({ name, filter }) => ({
        pages: pagesOf(endpoint, filter),
        prefix: `${endpoint.operation} ${name}`,
      })),
    );
    for (const { pages, prefix } of context.sample([...plain, ...searched], 1)) {
      yield* walkPages(pages, prefix, prefix.startsWith("list"));
    }
  },
  looksAgain: isSamePage,
  *judge(exchanges) {
    const walks = prefixes
      .map((prefix) => walkOf(exchanges, prefix))
      .filter((walk) => walk !== undefined)
      .filter(({ first }) => isPage(first) && totalOf(first) !== undefined && itemsOf(first) !== undefined);
    if (walks.length === 0) return yield notApplicable("no page was answered");
    for (const walk of walks) yield* defectsOf(walk);
  },
});
