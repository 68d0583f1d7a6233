import { defineCheck, send, sendAll, type Judgement, type Plan } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { isPage, itemsOf, totalOf } from "./support/paging.ts";
import { notApplicable, violation } from "./support/judgements.ts";
import { isOrdered, recordId } from "./support/order.ts";
import { recordKey } from "./support/page-walk.ts";
import {
  byLabel,
  findQueryEndpoints,
  listEndpoints,
  queryOperations,
  type PagedEndpoint,
} from "./support/paged-endpoint.ts";

/** How many records of each end are compared. */
const span = 12;

const keysOf = (exchange: Exchange): readonly string[] => (itemsOf(exchange) ?? []).map(recordKey);

const same = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((key, index) => key === right[index]);

const endsOf = function* (endpoint: PagedEndpoint): Plan {
  const ask = (name: string, options: Parameters<PagedEndpoint["call"]>[0]) =>
    endpoint.call(options, `${endpoint.operation}: ${name}`);
  const sorted = { take: span, sortBy: "id", descending: false } as const;
  const first = yield* send(ask("ascending", { ...sorted, skip: 0 }));
  const total = totalOf(first) ?? 0;
  const held = itemsOf(first)?.length ?? 0;
  if (!isPage(first) || held === 0) return;
  yield* sendAll([
    ask("ID", { ...sorted, sortBy: "ID", skip: 0 }),
    ask("Id", { ...sorted, sortBy: "Id", skip: 0 }),
    ask("modified", { ...sorted, sortBy: "modifieddatetimeutc", skip: 0 }),
    ask("skipped", { ...sorted, skip: 3 }),
    ask("last", { ...sorted, skip: Math.max(0, total - held), take: held }),
    ask("descending", { ...sorted, skip: 0, take: held, descending: true }),
  ]);
  yield* send({ ...ask("again", { ...sorted, skip: 0 }), fresh: true });
};

const compared = (
  fact: string,
  exchange: Exchange | undefined,
  fits: (keys: readonly string[]) => boolean,
  told: { readonly message: string; readonly expected: string },
  also: Exchange,
): Judgement[] => {
  if (exchange === undefined) return [];
  if (isPage(exchange) && fits(keysOf(exchange))) return [];
  return [
    violation({
      fact,
      rule: "relation",
      message: told.message,
      exchange,
      also: [also],
      pointer: "/items",
      expected: told.expected,
      actual: isPage(exchange) ? "other records or another order" : "no page",
    }),
  ];
};

const judgeEndpoint = function* (found: ReadonlyMap<string, Exchange>): Generator<Judgement> {
  const first = found.get("ascending");
  const again = found.get("again");
  // Records that came or went meanwhile make every comparison void.
  if (first === undefined || again === undefined || !same(keysOf(first), keysOf(again))) return;
  const keys = keysOf(first);
  for (const name of ["ID", "Id"])
    yield* compared(
      "DON-05",
      found.get(name),
      (others) => same(others, keys),
      { message: `SortBy ${name} orders otherwise than id`, expected: "the same order in any case of letters" },
      first,
    );
  const modified = found.get("modified");
  if (modified !== undefined && !isPage(modified))
    yield* compared("DON-05", modified, () => false, {
      message: "SortBy modifieddatetimeutc is refused", expected: "a page" }, first);
  const ids = (itemsOf(first) ?? []).map(recordId);
  if (!isOrdered(ids))
    yield violation({
      fact: "DON-05",
      rule: "relation",
      message: "SortBy id does not order by id",
      exchange: first,
      pointer: "/items",
      expected: "ids in ascending order",
      actual: "another order",
    });
  yield* compared(
    "DON-07",
    found.get("skipped"),
    (others) => same(others.slice(0, keys.length - 3), keys.slice(3)),
    { message: "Skip 3 does not begin at the fourth record", expected: "the same order, three records on" },
    first,
  );
  const last = found.get("last");
  if (last !== undefined)
    yield* compared(
      "DON-06",
      found.get("descending"),
      (others) => same(others, keysOf(last).toReversed()),
      { message: "Descending does not reverse the order", expected: "the last records in reverse" },
      last,
    );
};

export const pagesFollowOneOrder = defineCheck({
  id: "pages-follow-one-order",
  facts: ["DON-05", "DON-06", "DON-07"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "SortBy orders in any case of letters, Descending reverses, Skip skips exactly",
  why: "Paging by offset is only right when every page is cut from one and the same order.",
  *plan(context) {
    const endpoints = [...listEndpoints, ...(yield* findQueryEndpoints(context))];
    for (const endpoint of context.sample(endpoints, 2)) yield* endsOf(endpoint);
  },
  *judge(exchanges) {
    const operations = [...listEndpoints, ...queryOperations].map(({ operation }) => operation);
    const found = operations.map((operation) => byLabel(exchanges, operation));
    const comparable = found.filter((one) => one.has("again"));
    if (comparable.length === 0) return yield notApplicable("no endpoint answered a page with records");
    for (const one of comparable) yield* judgeEndpoint(one);
  },
});
