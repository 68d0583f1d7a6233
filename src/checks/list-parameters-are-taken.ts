import { defineCheck, sendAll, type Judgement, type Plan, type PlanContext } from "../harness/model/check.ts";
import type { Exchange } from "../harness/model/exchange.ts";
import { isFieldName } from "../contract/documents.ts";
import { longestPage } from "./support/combination.ts";
import { awkward, word } from "./support/filter-texts.ts";
import { isObject } from "./support/json.ts";
import { notApplicable, statusOf, violation } from "./support/judgements.ts";
import { same } from "./support/order.ts";
import { byLabel, listEndpoints, type PagedEndpoint } from "./support/paged-endpoint.ts";
import { isPage, isSamePage, itemsOf, keysOf, totalOf } from "./support/paging.ts";

const signs = "Filter with signs";

/** Only the largest page size is not stated (U-30): smaller whole numbers are valid. */
const alone = [
  { name: "Skip", options: { skip: 0 } },
  { name: "Take", options: { take: 1 } },
  { name: "SortBy", options: { sortBy: "id" } },
  { name: "Descending", options: { descending: true } },
  { name: "Filter", options: { filter: word } },
  { name: "IncludeDetails", options: { includeDetails: false } },
] as const;

/** Each together with the others; alone if that is refused. */
const together = [
  {
    name: "all of them",
    options: { skip: 0, take: 1, sortBy: "id", descending: false, filter: word, includeDetails: true },
  },
  { name: signs, options: { filter: awkward } },
] as const;

/** Gives another page of any result of two or more records, in any order. */
const otherPage = { skip: 1, take: 1, sortBy: "id", descending: true } as const;

/** Number of further orders tried. */
const mostOrders = 2;

const isScalar = (value: unknown): boolean => ["string", "number"].includes(typeof value);

/** Fields of the first record by which its list might be sorted, besides the stated ones. */
const otherNames = (page: Exchange | undefined): readonly string[] => {
  const record: unknown = page === undefined ? undefined : itemsOf(page)?.[0];
  return Object.entries(isObject(record) ? record : {})
    .filter(([name, value]) => isScalar(value) && isFieldName(name))
    .map(([name]) => name)
    .filter((name) => !["id", "modifieddatetimeutc"].includes(name.toLowerCase()))
    .slice(0, mostOrders);
};

/**
 * Other sort fields (U-34), what Filter matches (U-10) and the largest page size are open: no answer is a violation.
 */
function* askWhatIsOpen(endpoint: PagedEndpoint, page: Exchange | undefined, context: PlanContext): Plan {
  const { operation, call } = endpoint;
  yield* sendAll([
    call({ skip: 0, take: longestPage, sortBy: "id", filter: word }, `${operation} matching a word`),
    ...context
      .sample(otherNames(page), 1)
      .map((sortBy) => call({ take: 2, sortBy }, `${operation} by another field, ${sortBy}`)),
  ]);
}

function* askOne(endpoint: PagedEndpoint, context: PlanContext): Plan {
  const ask = (options: Parameters<PagedEndpoint["call"]>[0], name: string) =>
    endpoint.call(options, `${endpoint.operation}: ${name}`);
  const withOptions = ({ name, options }: (typeof alone | typeof together)[number]) =>
    ask({ take: 1, ...options }, `with ${name}`);
  const [all] = yield* sendAll(together.map(withOptions));
  if (all !== undefined && !isPage(all)) yield* sendAll(alone.map(withOptions));
  const [plain] = yield* sendAll([ask({}, "nothing"), ask(otherPage, "another page")]);
  yield* askWhatIsOpen(endpoint, plain, context);
}

/**
 * Requires an effect of every parameter except Filter: what it matches is not stated (U-10), so one that finds
 * everything cannot be distinguished from an ignored one.
 */
const judgeEffect = function* (found: ReadonlyMap<string, Exchange>): Generator<Judgement> {
  const [plain, page] = ["nothing", "another page"].map((name) => found.get(name));
  if (plain === undefined || !isPage(plain) || (totalOf(plain) ?? 0) < 2) return;
  if (page !== undefined && isPage(page) && keysOf(plain).length > 1 && same(keysOf(page), keysOf(plain)))
    yield violation({
      rule: "relation",
      message: "the list ignores Skip, Take, SortBy and Descending",
      exchange: page,
      also: [plain],
      pointer: "/items",
      expected: "another page than without them",
      actual: "the same page",
    });
};

/** A search without a match may be answered with the documented 404; only the CRM excludes it. */
const searches: readonly string[] = ["Filter", signs, "all of them"].map((name) => `with ${name}`);

/** Refusals that nothing excludes: of signs in a search (U-10), of one without a match, of a page beyond the end. */
const mayBeRefused = (name: string, exchange: Exchange, found: ReadonlyMap<string, Exchange>): boolean => {
  const plain = found.get("nothing");
  const isBeyond = name === "another page" && plain !== undefined && (totalOf(plain) ?? 0) <= otherPage.skip;
  switch (statusOf(exchange)) {
    case 400:
      return isBeyond || name === `with ${signs}`;
    case 404:
      return isBeyond || searches.includes(name);
    default:
      return false;
  }
};

export const listParametersAreTaken = defineCheck({
  id: "list-parameters-are-taken",
  facts: ["DON-04"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "The three lists accept Skip, Take, SortBy, Descending, Filter and IncludeDetails",
  why: "A list that refuses or ignores one of them cannot be paged, sorted or searched.",
  *plan(context) {
    for (const endpoint of context.sample(listEndpoints, 1)) yield* askOne(endpoint, context);
  },
  looksAgain: isSamePage,
  *judge(exchanges) {
    if (exchanges.length === 0) return yield notApplicable("no list was asked");
    for (const { operation } of listEndpoints) {
      const found = byLabel(exchanges, operation);
      for (const [name, exchange] of found) {
        if (isPage(exchange) || mayBeRefused(name, exchange, found)) continue;
        yield violation({
          rule: "status",
          message: `${operation} with ${name.replace(/^with /, "")} is not answered with a page`,
          exchange,
          expected: "200",
          actual: String(statusOf(exchange)),
        });
      }
      yield* judgeEffect(found);
    }
  },
});
