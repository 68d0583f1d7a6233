import { defineCheck, sendAll, type Judgement } from "../harness/model/check.ts";
import type { Exchange } from "../harness/model/exchange.ts";
import { property } from "./support/json.ts";
import { notApplicable, observation, statusOf, violation } from "./support/judgements.ts";
import { same } from "./support/order.ts";
import { byLabel, findQueryEndpoints, queryOperations } from "./support/paged-endpoint.ts";
import { isPage, keysOf, totalOf } from "./support/paging.ts";

const nothing = "queryType alone";
const otherPage = "another page";

const bodies = [
  { name: nothing, body: {} },
  { name: "a page", body: { skip: 0, take: 1 } },
  // Another page of any result of two or more records. Sort fields of a query are not stated (U-34).
  { name: otherPage, body: { skip: 1, take: 1, descending: true } },
  { name: "details", body: { skip: 0, take: 1, includeDetails: true } },
  { name: "no groups", body: { skip: 0, take: 1, groups: [] } },
] as const;

/** A body whose fields are ignored is answered as if it lacked them. */
const judgeEffect = function* (asked: ReadonlyMap<string, Exchange>): Generator<Judgement> {
  const [plain, page] = [asked.get(nothing), asked.get(otherPage)];
  if (plain === undefined || page === undefined || !isPage(plain) || !isPage(page)) return;
  if ((totalOf(plain) ?? 0) < 2 || keysOf(plain).length < 2 || !same(keysOf(plain), keysOf(page))) return;
  yield violation({
    rule: "relation",
    message: "the query ignores skip, take and descending",
    exchange: page,
    also: [plain],
    pointer: "/items",
    expected: "another page than without them",
    actual: "the same page",
  });
};

/** Answers beyond the last record are not stated: if there may be only one record, another page may be refused. */
const isBeyond = (name: string, exchange: Exchange, asked: ReadonlyMap<string, Exchange>): boolean => {
  const total = Math.max(0, ...[...asked.values()].filter(isPage).map((page) => totalOf(page) ?? 0));
  return name === otherPage && total < 2 && [400, 404].includes(statusOf(exchange));
};

const judgeAnswers = function* (asked: ReadonlyMap<string, Exchange>): Generator<Judgement> {
  for (const [name, exchange] of asked)
    if (!isPage(exchange) && !isBeyond(name, exchange, asked))
      yield violation({
        rule: "status",
        message: `a query with ${name} is not answered with a page`,
        exchange,
        expected: "200",
        actual: String(statusOf(exchange)),
      });
};

export const queriesAnswerPages = defineCheck({
  id: "queries-answer-pages",
  facts: ["DON-10"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "The five query endpoints accept the camelCase body and return a page",
  why: "Recurring gifts and segments can be read only by structured queries.",
  *plan(context) {
    const found = yield* findQueryEndpoints(context);
    yield* sendAll(
      context
        .sample(found, 3)
        .flatMap((endpoint) =>
          context
            .sample(bodies, 1)
            .map(({ name, body }) => endpoint.call(body, `${endpoint.operation}: ${name}`)),
        ),
    );
  },
  *judge(exchanges): Generator<Judgement> {
    if (exchanges.length === 0) return yield notApplicable("no query was asked");
    for (const { operation } of queryOperations) {
      const asked = byLabel(exchanges, operation);
      const tried = exchanges.filter((exchange) => exchange.operation === operation);
      const last = tried.at(-1);
      if (asked.size === 0 && last !== undefined && !tried.some(isPage))
        yield violation({
          rule: "status",
          message: `${operation} refuses all ten query types`,
          exchange: last,
          expected: "200 for the type that the endpoint implies",
          actual: String(statusOf(last)),
        });
      yield* judgeAnswers(asked);
      yield* judgeEffect(asked);
      const accepted = tried.find(isPage);
      const queryType = property(accepted?.request.body, "queryType");
      if (accepted !== undefined && typeof queryType === "number")
        yield observation("U-15", `${operation} takes query type ${queryType}`, accepted);
    }
  },
});
