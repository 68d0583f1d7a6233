import { defineCheck, sendAll, type Judgement } from "../model/check.ts";
import { isPage } from "./support/paging.ts";
import { notApplicable, observation, statusOf, violation } from "./support/judgements.ts";
import { byLabel, findQueryEndpoints, queryOperations } from "./support/paged-endpoint.ts";

const bodies = [
  { skip: 0, take: 2 },
  { skip: 0, take: 2, sortBy: "id", descending: true },
  { skip: 0, take: 2, includeDetails: true },
  { skip: 0, take: 2, groups: [] },
] as const;

export const queriesAnswerPages = defineCheck({
  id: "queries-answer-pages",
  facts: ["DON-10"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "The five query endpoints take the camelCase body and answer a page",
  why: "Structured queries are the only way to read recurring gifts and segments at all.",
  *plan(context) {
    const found = yield* findQueryEndpoints(context);
    yield* sendAll(
      found.flatMap((endpoint) =>
        context.sample(bodies, 1).map((body) => endpoint.call(body, `${endpoint.operation}: ${Object.keys(body).join(", ")}`)),
      ),
    );
  },
  *judge(exchanges): Generator<Judgement> {
    if (exchanges.length === 0) return yield notApplicable("no query was asked");
    for (const { operation } of queryOperations) {
      const asked = byLabel(exchanges, operation);
      const tried = exchanges.filter((exchange) => exchange.operation === operation);
      const last = tried.at(-1);
      if (asked.size === 0 && last !== undefined)
        yield violation({
          rule: "status",
          message: `${operation} refuses all ten query types`,
          exchange: last,
          expected: "200 for the type that the endpoint implies",
          actual: String(statusOf(last)),
        });
      for (const exchange of asked.values()) {
        if (isPage(exchange)) continue;
        yield violation({
          rule: "status",
          message: `a query is not answered with a page`,
          exchange,
          expected: "200",
          actual: String(statusOf(exchange)),
        });
      }
      const accepted = tried.find(isPage);
      const body = accepted?.request.body;
      if (accepted !== undefined && typeof body === "object" && body !== null && "queryType" in body)
        yield observation("U-15", `${operation} takes query type ${String(body.queryType)}`, accepted);
    }
  },
});
