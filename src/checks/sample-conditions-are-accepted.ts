import { defineTaggedCheck, sendAll, type Judgement } from "../core/model/check.ts";
import type { Call } from "../core/model/exchange.ts";
import { notApplicable, statusOf, tagged, violation } from "./support/judgements.ts";
import { findQueryEndpoints, queryEndpointNames } from "./support/paged-endpoint.ts";
import { isInVain, isPage } from "./support/paging.ts";
import { anyConjunct, sampleConditions } from "./support/sample-calls.ts";

/** The same order with and without conditions: a server that accepts each must accept both together. */
const orders = [
  { name: "", options: {} },
  { name: " in an order", options: { sortBy: "id" } },
  { name: " in a turned order", options: { sortBy: "id", descending: true } },
] as const;

/** A query in an order, with one of the conditions or none. */
interface Tag {
  readonly list: string;
  readonly order: (typeof orders)[number]["name"];
  readonly condition: number | "none";
}

/** Limit of tried conditions of a kind. */
const mostConditions = 3;

export const sampleConditionsAreAccepted = defineTaggedCheck<Tag>({
  id: "sample-conditions-are-accepted",
  facts: ["DON-13"],
  effect: "read",
  interfaces: ["donation"],
  needs: ["donation.credentials.token", "donation.queries.sampleConditions"],
  title:
    "A query accepts the sample conditions of the configuration, in every order that it accepts without them",
  why: "If a valid condition is refused, no fact about filters can be judged.",
  turns: 16,
  *plan(context) {
    const calls = (yield* findQueryEndpoints(context)).flatMap(({ operation, kind, call }) => {
      const conditions = sampleConditions(context, kind).slice(0, mostConditions);
      const narrowed = conditions.map((condition) => [
        { conjunct: anyConjunct(context), conditions: [condition] },
      ]);
      const page = { skip: 0, take: 1 };
      return orders.flatMap(({ name, options }): readonly Call<Tag>[] => [
        ...(narrowed.length === 0
          ? []
          : [
              {
                ...call({ ...page, ...options }, `${operation}${name}`),
                tag: { list: operation, order: name, condition: "none" } as const,
              },
            ]),
        ...narrowed
          .map((groups, index) => ({
            ...call({ ...page, ...options, groups }, `${operation}${name} with condition ${index + 1}`),
            tag: { list: operation, order: name, condition: index + 1 },
          }))
          // One parser reads the conditions, whatever the order.
          .slice(0, name === "" ? mostConditions : 1),
      ]);
    });
    yield* sendAll(context.sample(calls, 1));
  },
  *judge(exchanges): Generator<Judgement> {
    let judged = 0;
    for (const { operation, kind } of queryEndpointNames)
      for (const { name } of orders)
        for (let index = 1; index <= mostConditions; index += 1) {
          const query = { list: operation, order: name };
          const exchange = tagged(exchanges, { ...query, condition: index });
          const plain = tagged(exchanges, { ...query, condition: "none" });
          // Other causes of a refusal do not count: the query must be accepted without a condition.
          if (exchange === undefined || plain === undefined || !isPage(plain)) continue;
          judged += 1;
          const status = statusOf(exchange);
          if (status < 400 || status >= 500 || [401, 403, 408, 429].includes(status) || isInVain(exchange))
            continue;
          yield violation({
            rule: "status",
            message: `${operation} refuses a condition of donation.queries.sampleConditions.${kind}${name}: ${status}. If it is no longer valid, correct the configuration`,
            exchange,
            also: [plain],
            expected: "200, as the configuration has it",
            actual: String(status),
          });
        }
    if (judged === 0) yield notApplicable("no condition could be tried (donation.queries.sampleConditions)");
  },
});
