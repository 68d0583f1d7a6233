import { defineCheck, sendAll, type Judgement, type PlanContext } from "../core/model/check.ts";
import { jsonOf, type Exchange } from "../core/model/exchange.ts";
import { notApplicable, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { queryEndpointNames } from "./support/paged-endpoint.ts";
import { optionsIn } from "./support/query-options.ts";
import { mainBearer } from "./support/sample-calls.ts";

const endpoints = [
  { operation: "getQueryOptions", fact: "DON-15", statuses: [200] },
  // Its content is not stated, nor that there is any.
  { operation: "getQueryList", fact: "DON-16", statuses: [200, 204] },
] as const;

const queryTypes = Array.from({ length: 10 }, (_, queryType) => queryType);

/** Those of the query endpoints, whose options other checks need as well. */
const configuredTypes = (context: PlanContext): readonly number[] =>
  queryEndpointNames
    .map(({ kind }) => context.setting(`donation.queries.queryTypes.${kind}`))
    .filter((queryType) => typeof queryType === "number");

/** If the shape of options is known, the operators they list must exist; a type may list none. */
const judgeOperators = function* (exchange: Exchange): Generator<Judgement> {
  const listed = exchange.operation === "getQueryOptions" ? optionsIn(exchange) : undefined;
  for (const { operator, isNamed, pointer } of listed?.operators ?? []) {
    if (!isNamed || (Number.isInteger(operator) && operator >= 0 && operator <= 29)) continue;
    yield violation({
      fact: "DON-15",
      rule: "range",
      message: "the options list an operator that does not exist",
      exchange,
      pointer,
      expected: "an integer from 0 to 29",
      actual: "another number",
    });
  }
};

export const queryDiscoveryAnswers = defineCheck({
  id: "query-discovery-answers",
  facts: ["DON-15", "DON-16"],
  effect: "read",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "Query options and query lists exist for all ten query types",
  why: "Without them, the integers of a query have no meaning.",
  *plan(context) {
    const configured = configuredTypes(context);
    const others = queryTypes.filter((queryType) => !configured.includes(queryType));
    const asked = {
      getQueryOptions: [...configured, ...context.sample(others, configured.length === 0 ? 4 : 1)],
      getQueryList: context.sample(queryTypes, 4),
    };
    yield* sendAll(
      endpoints.flatMap(({ operation }) =>
        asked[operation].map((queryType) => ({
          operation,
          path: { queryType },
          authorization: mainBearer("donation"),
          label: `${operation} of query type ${queryType}`,
        })),
      ),
    );
  },
  *judge(exchanges): Generator<Judgement> {
    if (exchanges.length === 0) return yield notApplicable("no discovery endpoint was asked");
    for (const { operation, fact, statuses } of endpoints)
      for (const exchange of exchanges.filter((one) => one.operation === operation)) {
        const wrong = wrongStatus(exchange, statuses, exchange.call?.label ?? "", fact);
        if (wrong !== undefined) yield wrong;
        else if (jsonOf(exchange) === undefined && statusOf(exchange) !== 204)
          yield violation({
            fact,
            rule: "missing",
            message: `${operation} lists no options`,
            exchange,
            expected: "a JSON body",
            actual: "no JSON body",
          });
        else yield* judgeOperators(exchange);
      }
  },
});
