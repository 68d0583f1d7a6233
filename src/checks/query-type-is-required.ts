import { defineCheck, sendAll, type Judgement } from "../model/check.ts";
import { notApplicable, wrongStatus } from "./support/judgements.ts";
import { findQueryEndpoints, queryCall } from "./support/paged-endpoint.ts";

/** What must be refused in place of a query type. A numeral as text is left out: reading it is not forbidden. */
const wrongTypes = [
  { name: "left out", body: {} },
  { name: "10", body: { queryType: 10 } },
  { name: "-1", body: { queryType: -1 } },
  { name: "1.5", body: { queryType: 1.5 } },
  { name: "a word", body: { queryType: "nothing" } },
] as const;

export const queryTypeIsRequired = defineCheck({
  id: "query-type-is-required",
  facts: ["DON-11"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token"],
  title: "A query without a query type from 0 to 9 is refused",
  why: "A server that falls back to some type answers a question that nobody asked.",
  *plan(context) {
    const found = yield* findQueryEndpoints(context);
    yield* sendAll(
      context.sample(found, 1).flatMap(({ operation }) =>
        wrongTypes.map(({ name, body }) =>
          queryCall(operation, { ...body, skip: 0, take: 1 }, `${operation}: query type ${name}`),
        ),
      ),
    );
  },
  *judge(exchanges): Generator<Judgement> {
    const asked = exchanges.filter(({ call }) => call?.label.includes(": query type ") === true);
    if (asked.length === 0) return yield notApplicable("no query endpoint accepts any query type");
    for (const exchange of asked) {
      const wrong = wrongStatus(exchange, "refusal", exchange.call?.label ?? "");
      if (wrong !== undefined) yield wrong;
    }
  },
});
