import type { JsonObject } from "../../model/json-object.ts";
import { defineFault, type Fault } from "./fault.ts";
import { queries } from "./support/donation-operations.ts";
import { problem } from "./support/problems.ts";
import { conditionsOf, groupsOf, onConditions, onGroups, onQuery } from "./support/queries.ts";
import { answering } from "./support/refusing.ts";
import { parse } from "./support/wrappers.ts";

const isOperator = (operator: unknown): boolean =>
  typeof operator === "number" && Number.isInteger(operator) && operator >= 0 && operator <= 29;

const isConjunct = (conjunct: unknown): boolean => conjunct === 0 || conjunct === 1;

const known = (condition: JsonObject): JsonObject | undefined =>
  isOperator(condition["operator"]) ? condition : undefined;

export const faults: readonly Fault[] = [
  defineFault({
    id: "unknown-operator-drops-its-condition",
    fact: "DON-12",
    grade: "gross",
    title: "A condition with an operator that does not exist is left out in silence",
    wrap: onConditions(queries, known),
  }),
  defineFault({
    id: "any-other-conjunct-means-the-first",
    fact: "DON-12",
    grade: "gross",
    title: "A conjunct other than 1 counts as 0",
    wrap: onGroups(queries, (group) => (isConjunct(group["conjunct"]) ? group : { ...group, conjunct: 0 })),
  }),
  defineFault({
    id: "campaign-query-knows-an-operator-30",
    fact: "DON-12",
    grade: "structural",
    title: "The bound of operators is one too high in the campaign query",
    wrap: onConditions("queryCampaigns", (condition) =>
      condition["operator"] === 30 ? undefined : condition,
    ),
  }),
  defineFault({
    id: "negative-operators-are-passed-over",
    fact: "DON-12",
    grade: "structural",
    title: "The gift query leaves a condition with a negative operator out",
    wrap: onConditions("queryGifts", (condition) =>
      typeof condition["operator"] === "number" && condition["operator"] < 0 ? undefined : condition,
    ),
  }),
  defineFault({
    id: "negative-conjunct-is-taken-as-its-amount",
    fact: "DON-12",
    grade: "structural",
    title: "The segment query takes conjunct -1 for 1",
    wrap: onGroups("querySegments", (group) =>
      group["conjunct"] === -1 ? { ...group, conjunct: 1 } : group,
    ),
  }),
  defineFault({
    id: "fractional-operator-is-cut",
    fact: "DON-12",
    grade: "structural",
    title: "The donor query cuts the fraction of an operator off",
    wrap: onConditions("queryDonors", (condition) =>
      typeof condition["operator"] === "number"
        ? { ...condition, operator: Math.trunc(condition["operator"]) }
        : condition,
    ),
  }),
  defineFault({
    id: "conjunct-one-is-out-of-bounds",
    fact: "DON-12",
    grade: "structural",
    title: "The bound of conjuncts is one too low in the query of recurring gifts",
    wrap: answering(
      ["queryRecurringGifts"],
      ({ body }) => groupsOf(parse(body)).some(({ conjunct }) => conjunct === 1),
      () => problem(400, "The conjunct is out of bounds."),
    ),
  }),
  defineFault({
    id: "only-the-first-operator-is-checked",
    fact: "DON-12",
    grade: "behavioural",
    title: "From the second condition of a group on, an operator that does not exist is left out in silence",
    wrap: onConditions(queries, (condition, position) => (position > 0 ? known(condition) : condition)),
  }),
  defineFault({
    id: "only-the-conjunct-at-the-top-is-checked",
    fact: "DON-12",
    grade: "behavioural",
    title: "A conjunct that does not exist counts as 0 in a group within a group",
    wrap: onGroups(queries, (group, depth) =>
      depth > 0 && !isConjunct(group["conjunct"]) ? { ...group, conjunct: 0 } : group,
    ),
  }),
  defineFault({
    id: "conjunct-of-one-condition-is-not-checked",
    fact: "DON-12",
    grade: "behavioural",
    title: "The donor query does not look at the conjunct where there is nothing to join",
    wrap: onGroups("queryDonors", (group) =>
      conditionsOf(group).length < 2 && !isConjunct(group["conjunct"]) ? { ...group, conjunct: 0 } : group,
    ),
  }),
  defineFault({
    id: "operators-beyond-the-last-pass-with-values",
    fact: "DON-12",
    grade: "behavioural",
    title: "A condition with several values is dropped where its operator does not exist",
    wrap: onConditions(["queryDonors", "queryGifts"], (condition) =>
      Number(condition["operator"]) > 29 && Array.isArray(condition["values"]) ? undefined : condition,
    ),
  }),
  defineFault({
    id: "a-second-group-has-any-conjunct",
    fact: "DON-12",
    grade: "behavioural",
    title: "Only the first group is asked for its conjunct",
    wrap: onQuery(
      ["queryDonors", "queryGifts", "queryCampaigns", "queryRecurringGifts", "querySegments"],
      (query) => ({
        ...query,
        ...(query["groups"] === undefined
          ? {}
          : {
              groups: groupsOf(query).map((group, position) =>
                position > 0 && group["conjunct"] !== 0 && group["conjunct"] !== 1
                  ? { ...group, conjunct: 0 }
                  : group,
              ),
            }),
      }),
    ),
  }),
];
