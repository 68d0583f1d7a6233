import { defineCheck, sendAll, type Judgement, type PlanContext } from "../model/check.ts";
import type { Call } from "../model/exchange.ts";
import { isPage } from "./support/paging.ts";
import { notApplicable, wrongStatus } from "./support/judgements.ts";
import { byLabel, findQueryEndpoints, queryOperations, type FoundQueryEndpoint } from "./support/paged-endpoint.ts";
import { anyConjunct, sampleConditions } from "./support/sample-conditions.ts";

/** What each variation of a valid condition breaks, and the fact that has it refused. */
const variations = [
  { name: "operator 30", fact: "DON-12", condition: { operator: 30 }, group: {} },
  { name: "operator -1", fact: "DON-12", condition: { operator: -1 }, group: {} },
  { name: "conjunct 2", fact: "DON-12", condition: {}, group: { conjunct: 2 } },
  { name: "conjunct -1", fact: "DON-12", condition: {}, group: { conjunct: -1 } },
  { name: "an unknown parameter", fact: "DON-13", condition: { parameter: "noSuchField7f3a" }, group: {} },
] as const;

const callsOf = (endpoint: FoundQueryEndpoint, context: PlanContext): Call[] => {
  const [condition] = sampleConditions(context, endpoint.kind);
  if (condition === undefined) return [];
  const group = { conjunct: anyConjunct(context), conditions: [condition] };
  const ask = (name: string, groups: readonly unknown[]): Call =>
    endpoint.call({ skip: 0, take: 1, groups }, `${endpoint.operation}: ${name}`);
  return [
    ask("valid", [group]),
    ...variations.map((one) =>
      ask(one.name, [{ ...group, ...one.group, conditions: [{ ...condition, ...one.condition }] }]),
    ),
  ];
};

export const queryConditionsAreValidated = defineCheck({
  id: "query-conditions-are-validated",
  facts: ["DON-12", "DON-13"],
  effect: "read",
  severity: "error",
  interfaces: ["donation"],
  needs: ["donation.credentials.token", "donation.queries.sampleConditions"],
  title: "An operator, a conjunct or a parameter that does not exist is refused",
  why: "A condition that is dropped in silence widens the result to everybody.",
  *plan(context) {
    const found = yield* findQueryEndpoints(context);
    yield* sendAll(context.sample(found, 1).flatMap((endpoint) => callsOf(endpoint, context)));
  },
  *judge(exchanges): Generator<Judgement> {
    const asked = queryOperations
      .map(({ operation }) => byLabel(exchanges, operation))
      .filter((found) => found.has("valid"));
    if (asked.length === 0) return yield notApplicable("not configured: a sample condition of any endpoint");
    let judged = 0;
    for (const found of asked) {
      const control = found.get("valid");
      // Without a condition that is taken, a refusal says nothing of the variation.
      if (control === undefined || !isPage(control)) continue;
      judged += 1;
      for (const { name, fact } of variations) {
        const exchange = found.get(name);
        const wrong = exchange && wrongStatus(exchange, "refusal", `a query with ${name}`, fact);
        if (wrong !== undefined) yield wrong;
      }
    }
    if (judged === 0) yield notApplicable("no sample condition is taken by its endpoint");
  },
});
