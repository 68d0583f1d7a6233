import { defineCheck, type Judgement } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { notApplicable, violation } from "./support/judgements.ts";
import { isPage, itemsOf, totalOf } from "./support/paging.ts";
import { recordKey, walkOf, walkPages, type PageCall, type Walk } from "./support/page-walk.ts";
import { findQueryEndpoints, listEndpoints, queryOperations, type PagedEndpoint } from "./support/paged-endpoint.ts";

const pagesOf =
  (endpoint: PagedEndpoint, filter: Readonly<Record<string, string>> = {}): PageCall =>
  (skip, take, label) =>
    endpoint.call({ skip, take, sortBy: "id", ...filter }, label);

/** Matches something under any reading of Filter, or nothing: either way the relation must hold. */
const filtered = { filter: "a" } as const;

const prefixes = [
  ...listEndpoints.flatMap(({ operation }) => [operation, `${operation} filtered`]),
  ...queryOperations.map(({ operation }) => operation),
];

const moved = (walk: Walk): boolean => walk.again !== undefined && totalOf(walk.again) !== totalOf(walk.first);

const otherTotals = function* (walk: Walk): Generator<Judgement> {
  const expected = totalOf(walk.first);
  const others = [...walk.pages.slice(1).map(({ exchange }) => exchange), walk.one, walk.beyond];
  for (const exchange of others) {
    if (exchange === undefined || !isPage(exchange) || totalOf(exchange) === expected) continue;
    yield violation({
      rule: "relation",
      message: "another page of the same result tells another total",
      exchange,
      also: [walk.first],
      pointer: "/total",
      expected: `${expected}, as on the first page`,
      actual: String(totalOf(exchange) ?? "no integer"),
    });
  }
};

const countedWrong = (walk: Walk, exchange: Exchange, expected: number, actual: number): Judgement =>
  violation({
    rule: "relation",
    message: "the pages together do not hold as many distinct records as total tells",
    exchange,
    also: [walk.first],
    pointer: "/items",
    expected: `${expected} distinct records`,
    actual: `${actual}`,
  });

const otherCounts = function* (walk: Walk): Generator<Judgement> {
  const total = totalOf(walk.first) ?? 0;
  const last = walk.pages.at(-1);
  if (last === undefined) return;
  if (walk.isWhole) {
    const records = walk.pages.flatMap(({ exchange }) => itemsOf(exchange) ?? []);
    const distinct = new Set(records.map(recordKey)).size;
    if (distinct !== total) yield countedWrong(walk, last.exchange, total, distinct);
  } else {
    const left = itemsOf(last.exchange)?.length ?? 0;
    if (left !== total - last.skip) yield countedWrong(walk, last.exchange, total - last.skip, left);
  }
  const beyond = walk.beyond && itemsOf(walk.beyond)?.length;
  if (walk.beyond !== undefined && beyond !== undefined && beyond > 0)
    yield countedWrong(walk, walk.beyond, 0, beyond);
};

export const pageTotalIsStable = defineCheck({
  id: "page-total-is-stable",
  facts: ["DON-03"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "total counts all matches across pages",
  why: "Consumers page until they hold total records; a total that moves loses donors or loops for ever.",
  *plan(context) {
    const plain = [...listEndpoints, ...(yield* findQueryEndpoints(context))].map((endpoint) => ({
      pages: pagesOf(endpoint),
      prefix: endpoint.operation,
    }));
    const narrowed = listEndpoints.map((endpoint) => ({
      pages: pagesOf(endpoint, filtered),
      prefix: `${endpoint.operation} filtered`,
    }));
    for (const { pages, prefix } of context.sample([...plain, ...narrowed], 2)) yield* walkPages(pages, prefix);
  },
  *judge(exchanges) {
    const walks = prefixes
      .map((prefix) => walkOf(exchanges, prefix))
      .filter((walk) => walk !== undefined)
      .filter((walk) => isPage(walk.first) && totalOf(walk.first) !== undefined);
    if (walks.length === 0) return yield notApplicable("no page was answered");
    const still = walks.filter((walk) => !moved(walk));
    if (still.length === 0) return yield notApplicable("records came or went while the pages were read");
    for (const walk of still) {
      yield* otherTotals(walk);
      yield* otherCounts(walk);
    }
  },
});
