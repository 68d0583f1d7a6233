import { defineCheck, type Judgement } from "../harness/model/check.ts";
import type { Exchange } from "../harness/model/exchange.ts";
import { isObject } from "./support/json.ts";
import { notApplicable, violation } from "./support/judgements.ts";
import { agree, isDistinct, isOrdered, isTurnedRound, recordId, recordKey, same } from "./support/order.ts";
import { askOrderedPages, keysOf, moment, spellings, step } from "./support/ordered-pages.ts";
import { byLabel, findQueryEndpoints, listEndpoints, queryOperations } from "./support/paged-endpoint.ts";
import { isPage, isSamePage, itemsOf, totalOf } from "./support/paging.ts";

/** Answers of one endpoint, by the names of its pages. */
type Pages = ReadonlyMap<string, Exchange>;

type Fact = "DON-05" | "DON-06" | "DON-07";

/** Modification time of each record that a query has shown, by the record's key, in milliseconds. */
type Moments = ReadonlyMap<string, number>;

const broken = (
  fact: Fact,
  message: string,
  expected: string,
  exchange: Exchange,
  ...also: readonly (Exchange | undefined)[]
): Judgement =>
  violation({
    fact,
    rule: "relation",
    message,
    exchange,
    also: also.filter((one) => one !== undefined),
    pointer: "/items",
    expected,
    actual: isPage(exchange) ? "other records or another order" : "no page",
  });

const idsOf = (page: Exchange) => (itemsOf(page) ?? []).map(recordId);

const keys = (pages: Pages, name: string): readonly string[] => {
  const page = pages.get(name);
  return page === undefined ? [] : keysOf(page);
};

/** The end of the order by modification: a separate page, or the one with all records. */
const lastModified = (pages: Pages): readonly string[] =>
  keys(pages, pages.has("modified last") ? "modified last" : "modified");

/** Position of the last page, which is as long as the first one. */
const lastSkip = (pages: Pages): number => {
  const first = pages.get("ascending");
  return first === undefined ? 0 : Math.max(0, (totalOf(first) ?? 0) - keysOf(first).length);
};

/** Whether the result ends at its total, so that the page asked as the last is the last. */
const endsWhereItSays = (pages: Pages): boolean => {
  const first = pages.get("ascending");
  const hasTotal = first !== undefined && totalOf(first) !== undefined;
  const isFull = keys(pages, "last").length === keys(pages, "ascending").length;
  return hasTotal && isFull && keys(pages, "past").length === 0;
};

const skipsExactly = function* (pages: Pages, from: string, to: string, by: number): Generator<Judgement> {
  const start = pages.get(from);
  const skipped = pages.get(to);
  if (start === undefined || skipped === undefined || !isPage(start)) return;
  const expected = keysOf(start).slice(by);
  const actual = keysOf(skipped);
  // The answer beyond the end, a page or a refusal, is not stated.
  if (expected.length === 0) return;
  if (isPage(skipped) && actual.length >= expected.length && agree(expected, actual)) return;
  yield broken(
    "DON-07",
    `Skip does not leave out exactly ${by} records`,
    `the same order, ${by} on`,
    skipped,
    start,
  );
};

const judgeSkip = function* (pages: Pages): Generator<Judgement> {
  yield* skipsExactly(pages, "ascending", "skipped", step);
  yield* skipsExactly(pages, "long", "skipped long", step);
  if (pages.has("before last"))
    yield* skipsExactly(pages, "before last", "last", Math.min(step, lastSkip(pages)));
  else yield* skipsExactly(pages, "long", "last", lastSkip(pages));
  yield* skipsExactly(pages, "filtered", "filtered skipped", step);
};

/** Whether the descending page does not descend, though the ascending one ascends. */
const isUnturned = (descending: Exchange, first: Exchange): boolean =>
  !isPage(descending) ||
  (isOrdered(idsOf(first)) && !isOrdered(idsOf(descending).toReversed())) ||
  (keysOf(first).length > 1 && isDistinct(keysOf(first)) && same(keysOf(first), keysOf(descending)));

const judgeDescending = function* (pages: Pages): Generator<Judgement> {
  const [first, descending, later] = ["ascending", "descending", "descending skipped"].map((name) =>
    pages.get(name),
  );
  if (first === undefined || descending === undefined) return;
  if (isTurnedRound(idsOf(first)))
    yield broken(
      "DON-06",
      "the order descends though Descending is false",
      "an ascending order",
      first,
      descending,
    );
  else if (isUnturned(descending, first))
    yield broken(
      "DON-06",
      "Descending does not turn the order round",
      "a descending order",
      descending,
      first,
    );
  else if (endsWhereItSays(pages) && !agree(keysOf(descending), keys(pages, "last").toReversed()))
    yield broken(
      "DON-06",
      "Descending does not begin at the end",
      "the last records in reverse",
      descending,
      first,
      pages.get("last"),
      pages.get("past"),
    );
  else if (later !== undefined && isTurnedRound(idsOf(later).toReversed()))
    yield broken(
      "DON-06",
      "a later page of a descending result ascends",
      "a descending order",
      later,
      descending,
    );
  else yield* skipsExactly(pages, "descending", "descending skipped", step);
};

/** Whether two records at one position have different moments. The order of equal moments is not stated. */
const isOfAnotherMoment = (one: string, other: string, moments: Moments): boolean => {
  const [moment, expected] = [moments.get(one), moments.get(other)];
  return moment !== undefined && expected !== undefined && moment !== expected;
};

/** The same for an order with ties. */
const judgeDescendingTies = function* (pages: Pages, moments: Moments): Generator<Judgement> {
  const first = pages.get("modified");
  const descending = pages.get("modified descending");
  if (first === undefined || descending === undefined || !isPage(first)) return;
  const last = lastModified(pages).toReversed();
  if (!endsWhereItSays(pages) || last.length < keysOf(first).length) return;
  const isWrong = keysOf(descending).some((key, index) =>
    isOfAnotherMoment(key, last[index] ?? key, moments),
  );
  if (!isPage(descending) || isWrong)
    yield broken(
      "DON-06",
      "Descending does not turn the order by modification round",
      "the moments of the last records in reverse",
      descending,
      first,
      pages.get("modified last"),
    );
};

const judgeSpelling = function* (pages: Pages): Generator<Judgement> {
  for (const [name, plain] of [
    ["ID", "ascending"],
    ...spellings.map((spelling) => [`modified as ${spelling}`, "modified"] as const),
  ] as const) {
    const first = pages.get(plain);
    const spelt = pages.get(name);
    if (first === undefined || spelt === undefined || !isPage(first)) continue;
    if (!isPage(spelt) || !same(keysOf(spelt), keysOf(first)))
      yield broken(
        "DON-05",
        "capitals in SortBy make another order",
        "the same order in any case",
        spelt,
        first,
      );
  }
};

const momentsIn = (page: Exchange): readonly (readonly [string, number])[] =>
  (itemsOf(page) ?? []).flatMap((item) => {
    const name = Object.keys(isObject(item) ? item : {}).find(
      (key) => key.toLowerCase() === moment.toLowerCase(),
    );
    const value = isObject(item) && name !== undefined ? item[name] : undefined;
    const instant = typeof value === "string" ? Date.parse(value) : Number.NaN;
    return Number.isNaN(instant) ? [] : [[recordKey(item), instant] as const];
  });

/** Moments shown by the pages of one endpoint, or by the query of the same records. */
const momentsOf = (...all: readonly (Pages | undefined)[]): Moments =>
  new Map(all.flatMap((pages) => [...(pages?.values() ?? [])].flatMap(momentsIn)));

const judgeOrder = function* (pages: Pages, moments: Moments): Generator<Judgement> {
  const first = pages.get("ascending");
  const modified = pages.get("modified");
  // If everything is reversed, Descending is at fault.
  if (first === undefined || modified === undefined || isTurnedRound(idsOf(first))) return;
  if (!isOrdered(idsOf(first)))
    yield broken("DON-05", "SortBy id does not order by id", "ids in ascending order", first, modified);
  if (!isPage(modified))
    yield broken("DON-05", "SortBy modifieddatetimeutc is refused", "a page", modified, first);
  const known = keysOf(modified).flatMap((key) => moments.get(key) ?? []);
  if (known.some((instant, index) => instant < (known[index - 1] ?? -Infinity)))
    yield broken(
      "DON-05",
      "SortBy modifieddatetimeutc does not order by modification",
      "moments in ascending order",
      modified,
      first,
    );
};

/** The lists, each with the query of the same records, which may show what a list does not. */
const kin: Readonly<Record<string, string>> = {
  listDonors: "queryDonors",
  listGifts: "queryGifts",
  listCampaigns: "queryCampaigns",
};

const operations = [...listEndpoints, ...queryOperations].map(({ operation }) => operation);

/** The endpoints that answered a page with records, with their other answers. */
const answered = (exchanges: readonly Exchange[]): readonly (readonly [string, Pages])[] =>
  operations
    .map((operation) => [operation, byLabel(exchanges, operation)] as const)
    .filter(([, pages]) => pages.has("descending"));

const defectsOf = function* (
  operation: string,
  pages: Pages,
  exchanges: readonly Exchange[],
): Generator<Judgement> {
  const alike = kin[operation];
  const moments = momentsOf(pages, alike === undefined ? undefined : byLabel(exchanges, alike));
  // The sort fields of a query, and their spelling, are not stated (U-34).
  if (alike !== undefined) {
    yield* judgeSpelling(pages);
    yield* judgeOrder(pages, moments);
  }
  yield* judgeDescending(pages);
  yield* judgeDescendingTies(pages, moments);
  yield* judgeSkip(pages);
};

export const pagesFollowOneOrder = defineCheck({
  id: "pages-follow-one-order",
  facts: ["DON-05", "DON-06", "DON-07"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "SortBy ignores case, Descending reverses the order, Skip leaves out exactly as many records",
  why: "Offset paging is correct only when all pages come from one order.",
  *plan(context) {
    const queries = yield* findQueryEndpoints(context);
    const endpoints = [
      ...listEndpoints.map((endpoint) => ({ endpoint, kind: "list" as const })),
      ...queries.map((endpoint) => ({ endpoint, kind: "query" as const })),
    ];
    for (const { endpoint, kind } of context.sample(endpoints, 1)) yield* askOrderedPages(endpoint, kind);
  },
  looksAgain: isSamePage,
  *judge(exchanges) {
    const all = answered(exchanges);
    if (all.length === 0) return yield notApplicable("no endpoint answered a page with records");
    for (const [operation, pages] of all) yield* defectsOf(operation, pages, exchanges);
  },
});
