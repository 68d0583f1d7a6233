import type { JsonObject } from "../../harness/model/json-object.ts";
import { faultsOf } from "./fault.ts";
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

export const faults = faultsOf("DON-12", {
  gross: {
    "unknown-operator-drops-its-condition": [
      "A condition with an operator that does not exist is ignored",
      onConditions(queries, known),
    ],
    "any-other-conjunct-means-the-first": [
      "A conjunct other than 1 counts as 0",
      onGroups(queries, (group) => (isConjunct(group["conjunct"]) ? group : { ...group, conjunct: 0 })),
    ],
  },
  structural: {
    "campaign-query-knows-an-operator-30": [
      "The bound of operators is one too high in the campaign query",
      onConditions("queryCampaigns", (condition) => (condition["operator"] === 30 ? undefined : condition)),
    ],
    "negative-operators-are-passed-over": [
      "The gift query leaves a condition with a negative operator out",
      onConditions("queryGifts", (condition) =>
        typeof condition["operator"] === "number" && condition["operator"] < 0 ? undefined : condition,
      ),
    ],
    "negative-conjunct-is-taken-as-its-amount": [
      "The segment query takes conjunct -1 for 1",
      onGroups("querySegments", (group) => (group["conjunct"] === -1 ? { ...group, conjunct: 1 } : group)),
    ],
    "fractional-operator-is-cut": [
      "The donor query cuts the fraction of an operator off",
      onConditions("queryDonors", (condition) =>
        typeof condition["operator"] === "number"
          ? { ...condition, operator: Math.trunc(condition["operator"]) }
          : condition,
      ),
    ],
    "conjunct-one-is-out-of-bounds": [
      "The bound of conjuncts is one too low in the query of recurring gifts",
      answering(
        ["queryRecurringGifts"],
        ({ body }) => groupsOf(parse(body)).some(({ conjunct }) => conjunct === 1),
        () => problem(400, "The conjunct is out of bounds."),
      ),
    ],
    "half-a-conjunct-is-rounded": [
      "A conjunct between the two is rounded",
      onGroups(queries, (group) =>
        typeof group["conjunct"] === "number" && group["conjunct"] > 0 && group["conjunct"] < 1
          ? { ...group, conjunct: Math.round(group["conjunct"]) }
          : group,
      ),
    ],
    "words-for-operators-mean-equality": [
      "An operator that is a word is taken for the first of all",
      onConditions(queries, (condition) =>
        typeof condition["operator"] === "string" ? { ...condition, operator: 0 } : condition,
      ),
    ],
  },
  behavioural: {
    "only-the-first-operator-is-checked": [
      "From the second condition of a group on, an operator that does not exist is ignored",
      onConditions(queries, (condition, position) => (position > 0 ? known(condition) : condition)),
    ],
    "only-the-conjunct-at-the-top-is-checked": [
      "A conjunct that does not exist counts as 0 in a group within a group",
      onGroups(queries, (group, depth) =>
        depth > 0 && !isConjunct(group["conjunct"]) ? { ...group, conjunct: 0 } : group,
      ),
    ],
    "conjunct-of-one-condition-is-not-checked": [
      "The donor query does not look at the conjunct where there is nothing to join",
      onGroups("queryDonors", (group) =>
        conditionsOf(group).length < 2 && !isConjunct(group["conjunct"]) ? { ...group, conjunct: 0 } : group,
      ),
    ],
    "operators-beyond-the-last-pass-with-values": [
      "A condition with several values is dropped where its operator does not exist",
      onConditions(["queryDonors", "queryGifts"], (condition) =>
        Number(condition["operator"]) > 29 && Array.isArray(condition["values"]) ? undefined : condition,
      ),
    ],
    "a-second-group-has-any-conjunct": [
      "Only the first group is asked for its conjunct",
      onQuery(
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
    ],
  },
});
