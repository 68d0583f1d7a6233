import type { JsonObject } from "../../core/model/json-object.ts";
import { type Fault, faultsOf } from "./fault.ts";
import { problemAnswer } from "./support/answers.ts";
import { queries } from "./support/names.ts";
import {
  conditionsOf,
  groupsOfBody,
  isEither,
  isFiltered,
  onConditions,
  onGroups,
  onQuery,
} from "./support/queries.ts";
import { turned } from "./support/edit.ts";
import { answering, type Of } from "./support/rows.ts";

const isConjunct = ({ conjunct }: JsonObject): boolean => conjunct === 0 || conjunct === 1;

/** The group, with an invalid conjunct replaced by the first one. */
const joined = (group: JsonObject): JsonObject => (isConjunct(group) ? group : { ...group, conjunct: 0 });

const isOperator = ({ operator }: JsonObject): boolean =>
  typeof operator === "number" && Number.isInteger(operator) && operator >= 0 && operator <= 29;

const known = (condition: JsonObject): JsonObject | undefined =>
  isOperator(condition) ? condition : undefined;

/** Changes operators as they are read; a condition without one is dropped. */
const onOperators = (of: Of, change: (operator: unknown, condition: JsonObject) => unknown): Fault["wrap"] =>
  onConditions(of, (condition) => {
    const operator = change(condition["operator"], condition);
    return operator === undefined ? undefined : { ...condition, operator };
  });

export const faults = faultsOf("DON-12", {
  gross: {
    "unknown-operator-drops-its-condition": [
      "A condition with an operator that does not exist is ignored",
      onConditions(queries, known),
    ],
    "any-other-conjunct-means-the-first": ["A conjunct other than 1 counts as 0", onGroups(queries, joined)],
  },
  structural: {
    "campaign-query-knows-an-operator-30": [
      "The bound of operators is one too high in the campaign query",
      onOperators("queryCampaigns", turned(30, undefined)),
    ],
    "negative-operators-are-passed-over": [
      "The gift query leaves a condition with a negative operator out",
      onOperators("queryGifts", (operator) => (Number(operator) < 0 ? undefined : operator)),
    ],
    "negative-conjunct-is-taken-as-its-amount": [
      "The segment query takes conjunct -1 for 1",
      onGroups("querySegments", (group) => (group["conjunct"] === -1 ? { ...group, conjunct: 1 } : group)),
    ],
    "fractional-operator-is-cut": [
      "The donor query cuts the fraction of an operator off",
      onOperators("queryDonors", (operator) =>
        typeof operator === "number" ? Math.trunc(operator) : operator,
      ),
    ],
    "conjunct-one-is-out-of-bounds": [
      "The bound of conjuncts is one too low in the query of recurring gifts",
      answering("queryRecurringGifts", problemAnswer(400, "The conjunct is out of bounds."), isEither),
    ],
    "half-a-conjunct-is-rounded": [
      "A conjunct between the two is rounded",
      onGroups(queries, (group) => {
        const { conjunct } = group;
        const isBetween = typeof conjunct === "number" && conjunct > 0 && conjunct < 1;
        return isBetween ? { ...group, conjunct: Math.round(conjunct) } : group;
      }),
    ],
    "words-for-operators-mean-equality": [
      "An operator that is a word is taken for the first of all",
      onOperators(queries, (operator) => (typeof operator === "string" ? 0 : operator)),
    ],
  },
  behavioural: {
    "only-the-first-operator-is-checked": [
      "From the second condition of a group on, an operator that does not exist is ignored",
      onConditions(queries, (condition, position) => (position > 0 ? known(condition) : condition)),
    ],
    "only-the-conjunct-at-the-top-is-checked": [
      "A conjunct that does not exist counts as 0 in a group within a group",
      onGroups(queries, (group, depth) => (depth > 0 ? joined(group) : group)),
    ],
    "conjunct-of-one-condition-is-not-checked": [
      "The donor query does not look at the conjunct where there is nothing to join",
      onGroups("queryDonors", (group) => (conditionsOf(group).length < 2 ? joined(group) : group)),
    ],
    "operators-beyond-the-last-pass-with-values": [
      "A condition with several values is dropped where its operator does not exist",
      onOperators(["queryDonors", "queryGifts"], (operator, { values }) =>
        Number(operator) > 29 && Array.isArray(values) ? undefined : operator,
      ),
    ],
    "a-second-group-has-any-conjunct": [
      "Only the first group is asked for its conjunct",
      onQuery(
        queries,
        (query) => ({
          ...query,
          groups: groupsOfBody(query).map((group, position) => (position > 0 ? joined(group) : group)),
        }),
        isFiltered,
      ),
    ],
    "operators-within-a-group-are-any": [
      "Within a group a condition with an operator that does not exist is ignored",
      onConditions(queries, (condition, _position, depth) => (depth > 0 ? known(condition) : condition)),
    ],
    "operators-of-the-third-condition-are-any": [
      "Of several conditions two are validated",
      onConditions(queries, (condition, position) => (position > 1 ? known(condition) : condition)),
    ],
    "operator-true-is-the-first": ["An operator of true is read as 1", onOperators(queries, turned(true, 1))],
  },
});
