import { defineTaggedCheck, sendAll, type Judgement, type PlanContext } from "../core/model/check.ts";
import { wrongTypesOf } from "../values/odd-values.ts";
import type { Call } from "../core/model/exchange.ts";
import { notApplicable, wrongStatus } from "./support/judgements.ts";
import { findQueryEndpoints, queryCall, type FoundQueryEndpoint } from "./support/paged-endpoint.ts";
import { anyConjunct, sampleConditions } from "./support/sample-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

/** Wrong query types that must be refused: none, other integers, and near misses of the endpoint's own. */
const wrongTypes = (own: number) =>
  [
    { name: "without a query type", body: {} },
    { name: "with query type 10", body: { queryType: 10 } },
    { name: "with query type -1", body: { queryType: -1 } },
    // One equals its own if truncated, the other if rounded.
    { name: "with a query type half above its own", body: { queryType: own + 0.5 } },
    { name: "with a query type half below its own", body: { queryType: own - 0.5 } },
    ...wrongTypesOf(own).map(({ name, value }) => ({
      name: `with its own query type ${name}`,
      body: { queryType: value },
    })),
  ] as const;

const page = { skip: 0, take: 1 } as const;

const callsOf = (
  { operation, kind, queryType }: FoundQueryEndpoint,
  context: PlanContext,
): readonly Call[] => {
  const plain = wrongTypes(queryType).map(({ name, body }) =>
    queryCall(operation, { ...body, ...page }, `${operation} ${name}`),
  );
  const [condition] = sampleConditions(context, kind);
  if (condition === undefined) return plain;
  const groups = [{ conjunct: anyConjunct(context), conditions: [condition] }];
  return [
    ...plain,
    queryCall(operation, { ...page, groups }, `${operation} with a filter and without a query type`),
  ];
};

export const queryTypeIsRequired = defineTaggedCheck<"wrong type">({
  id: "query-type-is-required",
  facts: ["DON-11"],
  effect: "read",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "A query without a query type from 0 to 9 is refused",
  why: "A server that falls back to a default type answers a question nobody asked.",
  *plan(context) {
    const found = yield* findQueryEndpoints(context);
    const calls = found.flatMap((endpoint) => callsOf(endpoint, context));
    yield* sendAll(
      context.sample(calls, 4).map((call) => toBeRefused({ ...call, tag: "wrong type" as const })),
    );
  },
  *judge(exchanges): Generator<Judgement> {
    const asked = exchanges.filter(({ call }) => call?.tag === "wrong type");
    if (asked.length === 0) return yield notApplicable("no query endpoint accepts any query type");
    for (const exchange of asked) {
      const wrong = wrongStatus(exchange, "refusal", exchange.call?.label ?? "");
      if (wrong !== undefined) yield wrong;
    }
  },
});
