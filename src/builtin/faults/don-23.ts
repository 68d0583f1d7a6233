import type { JsonObject } from "../../core/model/json-object.ts";
import { type Fault, faultsOf } from "./fault.ts";
import type { Who } from "./support/credentials.ts";
import { asArray, objectOf, set } from "./support/edit.ts";
import { type Of, onSentField } from "./support/rows.ts";
import { queries } from "./support/names.ts";
import { byModification, descends, onPageAsking, onTotal, withDetails } from "./support/pages.ts";
import {
  conditionsOf,
  groupsOfBody,
  isEither,
  isFiltered,
  onGroups,
  onQuery,
  otherConjunct,
  selectedColumnsOf,
} from "./support/queries.ts";
import { sends, sentBody } from "./support/requests.ts";

const valuesOf = (conditions: readonly JsonObject[]): readonly unknown[] =>
  conditions.flatMap(({ values }) => asArray(values));

const onAll = (
  change: (conditions: readonly JsonObject[]) => readonly JsonObject[],
  of: Of = queries,
): Fault["wrap"] =>
  onGroups(of, (group) =>
    group["conditions"] === undefined ? group : { ...group, conditions: change(conditionsOf(group)) },
  );

/** The last condition on each parameter. */
const lastOfEach = (conditions: readonly JsonObject[]): readonly JsonObject[] => [
  ...new Map(conditions.map((condition) => [condition["parameter"], condition])).values(),
];

/** Changes groups of several conditions on the same parameter. */
const onOneParameter = (of: Of, change: (group: JsonObject) => JsonObject): Fault["wrap"] =>
  onGroups(of, (group) => {
    const conditions = conditionsOf(group);
    return lastOfEach(conditions).length === 1 && conditions.length > 1 ? change(group) : group;
  });

/** The group, with its conjunct copied to its inner groups. */
const joiningAlike = (group: JsonObject): JsonObject => ({
  ...group,
  groups: groupsOfBody(group).map((inner) => ({ ...inner, conjunct: group["conjunct"] })),
});

/** Changes the total of a query with one group of several conditions. */
const onOneGroup = (
  change: (
    total: number,
    conditions: readonly JsonObject[],
    totalOf: (condition: JsonObject | undefined) => Promise<number>,
  ) => number | Promise<number>,
  ...when: readonly Who[]
): Fault["wrap"] =>
  onPageAsking(
    queries,
    async (page, _wish, ask, incoming) => {
      const [group = {}] = groupsOfBody(sentBody(incoming));
      const totalOf = async (condition: JsonObject | undefined) =>
        (await ask({ groups: [{ ...group, conditions: [condition] }] }))?.total ?? 0;
      return { ...page, total: await change(page.total, conditionsOf(group), totalOf) };
    },
    sends(
      (query) => groupsOfBody(query).length === 1 && conditionsOf(groupsOfBody(query)[0] ?? {}).length > 1,
    ),
    ...when,
  );

const contradicted = { alsoBreaks: { "DON-03": "Such a total contradicts the records on its pages." } };

const mayLackValues: ReadonlySet<unknown> = new Set(["campaignId", "segmentId", "reference"]);

/** An OR group, and one that its fields have values. */
const withValuesAlone = (group: JsonObject): readonly JsonObject[] => {
  const fields = conditionsOf(group).filter(({ parameter }) => mayLackValues.has(parameter));
  const isEmpty = group["conjunct"] !== 1 || fields.length === 0;
  const conditions = fields.map(({ parameter }) => ({ parameter, operator: 8 }));
  return isEmpty ? [group] : [group, { conjunct: 0, conditions }];
};

export const faults = faultsOf("DON-23", {
  gross: {
    "both-conjuncts-join-alike": [
      "Conjunct 1 is read as 0",
      onGroups(queries, (group) => (group["conjunct"] === 1 ? { ...group, conjunct: 0 } : group)),
    ],
    "only-the-first-condition-counts": [
      "Of several conditions the first one is used",
      onAll((conditions) => conditions.slice(0, 1)),
      {
        alsoBreaks: {
          "DON-12": "What is not used is not checked either.",
          "DON-13": "Nor is its parameter.",
        },
      },
    ],
  },
  structural: {
    "segment-query-joins-by-the-first-conjunct": [
      "The segment query alone joins everything by one conjunct",
      onGroups("querySegments", (group) => (group["conjunct"] === 0 ? { ...group, conjunct: 1 } : group)),
    ],
  },
  behavioural: {
    "conjunct-counts-from-three-conditions-on": [
      "From three conditions on AND is read as OR, and the other way round",
      onGroups(queries, (group) => (conditionsOf(group).length > 2 ? otherConjunct(group) : group)),
    ],
    "three-conditions-all-join-as-two": [
      "The gift query forgets the third condition",
      onAll((conditions) => conditions.slice(0, 2), "queryGifts"),
      {
        alsoBreaks: {
          "DON-12": "What is forgotten is not validated.",
          "DON-13": "What is forgotten is not validated.",
        },
      },
    ],
    "inner-groups-join-like-the-outer-one": [
      "A group in a group is joined by the conjunct of the outer one",
      onGroups(queries, joiningAlike),
      { alsoBreaks: { "DON-12": "A conjunct that is not used is not checked either." } },
    ],
    "a-filter-without-parentheses": [
      "Groups are written without parentheses, so that AND binds before OR",
      onGroups(queries, (group) => {
        const inner = groupsOfBody(group);
        const [first, ...rest] = inner.length === 1 ? conditionsOf(inner[0] ?? {}) : [];
        const isMixed = group["conjunct"] === 0 && inner[0]?.["conjunct"] !== 0 && first !== undefined;
        if (!isMixed || rest.length === 0) return group;
        const narrow = { conjunct: 0, conditions: [...conditionsOf(group), first] };
        return { conjunct: 1, conditions: rest, groups: [narrow] };
      }),
    ],
    "only-the-first-group-counts": [
      "Of several groups at the top the first one is used",
      onSentField(queries, "groups", (groups) => (Array.isArray(groups) ? groups.slice(0, 1) : groups)),
      {
        alsoBreaks: {
          "DON-12": "A group that is not used is not checked either.",
          "DON-13": "Nor are its conditions.",
        },
      },
    ],
    "one-condition-for-each-parameter": [
      "Conditions are kept by their parameter, so that a later one takes the place of an earlier",
      onAll(lastOfEach),
    ],
    "either-of-two-counts-both": [
      "Records that match both of two conditions are counted twice",
      onOneGroup(async (_total, conditions, totalOf) => {
        const totals = await Promise.all(conditions.map(totalOf));
        return totals.reduce((sum, one) => sum + one, 0);
      }, isEither),
      contradicted,
    ],
    "a-condition-said-twice-counts-twice": [
      "A condition that is there twice makes total twice what it is",
      onOneGroup((total, [first, second]) =>
        JSON.stringify(first) === JSON.stringify(second) ? total * 2 : total,
      ),
      contradicted,
    ],
    "either-stops-at-the-first-that-matches": [
      "Where the first of two conditions matches anything, the second is not looked at",
      onOneGroup(async (total, [first], totalOf) => (await totalOf(first)) || total, isEither),
      contradicted,
    ],
    "filtered-total-is-off-by-one-from-two-conditions-on": [
      "total is one too low under two conditions and more",
      onOneGroup((total) => Math.max(0, total - 1)),
      contradicted,
    ],
    "details-multiply-the-total": [
      "With details and a filter the donor query counts rows of a join",
      onTotal("queryDonors", (total, _wish, { items }) => total + items.length, withDetails, isFiltered),
    ],
    "sorting-loses-records-from-the-total": [
      "A filtered gift query that is ordered by modification joins with a history that some gifts lack",
      onTotal("queryGifts", (total) => Math.max(0, total - 3), isFiltered, byModification),
      contradicted,
    ],
    "columns-make-the-total-distinct": [
      "A filtered query with selected columns counts what is distinct in them",
      onTotal(
        queries,
        (total) => Math.ceil(total / 2),
        isFiltered,
        sends(({ selectedColumns }) => Array.isArray(selectedColumns)),
      ),
      contradicted,
    ],
    "filtered-total-counts-the-page-and-one-more": [
      "A filtered query counts no further than one record beyond its page",
      onTotal(queries, (total, { skip = 0, take = 100 }) => Math.min(total, skip + take + 1), isFiltered),
      { alsoBreaks: { "DON-03": "Such a total differs from page to page." } },
    ],
    "descending-filters-backwards": [
      "A descending campaign query joins its conditions the other way round",
      onGroups("queryCampaigns", otherConjunct, descends),
    ],
    "repeated-conditions-hide-the-last": [
      "Of more than three conditions the last is forgotten",
      onAll((conditions) => conditions.slice(0, 3)),
    ],
    "the-third-level-joins-like-the-second": [
      "A group within a group within a group joins by the conjunct of the one that holds it",
      onGroups(queries, (group, depth) => (depth === 1 ? joiningAlike(group) : group)),
      { alsoBreaks: { "DON-12": "A conjunct that is not used is not checked either." } },
    ],
    "the-third-level-is-not-looked-at": [
      "Groups are read two levels deep",
      onGroups(queries, (group, depth) => (depth === 1 ? { ...group, groups: [] } : group)),
    ],
    "either-counts-rows-with-details": [
      "With details a query that joins by OR counts rows of a join",
      onTotal(queries, (total) => total + 3, withDetails, isEither),
      contradicted,
    ],
    "an-apostrophe-ends-a-condition": [
      "A value with an apostrophe ends the filter, and whatever comes before it counts alone",
      onAll((conditions) =>
        conditions.length > 1
          ? conditions.filter((condition) => !JSON.stringify(condition).includes("'"))
          : conditions,
      ),
    ],
    "the-first-condition-on-a-parameter-wins": [
      "Of several conditions on one parameter in a group the first one is used",
      onAll((conditions) => lastOfEach(conditions.toReversed()).toReversed()),
      { alsoBreaks: { "DON-12": "A condition that is not used is not checked either." } },
    ],
    "conditions-on-one-parameter-share-their-values": [
      "The values of all conditions on one parameter are compared with at once",
      onOneParameter(queries, (group) => {
        const values = valuesOf(conditionsOf(group));
        const sharing = set("conditions/*/values", (own) => (Array.isArray(own) ? values : own));
        return objectOf(sharing(group));
      }),
    ],
    "conditions-on-one-parameter-join-by-or": [
      "A group whose conditions are all on one parameter joins them by the second conjunct",
      onOneParameter(queries, (group) => ({ ...group, conjunct: 1 })),
    ],
    "a-first-condition-that-matches-nothing-is-no-restriction": [
      "If the first condition of a group matches nothing, the others count alone",
      onPageAsking(
        queries,
        async (page, _wish, ask, incoming) => {
          const [group = {}, ...others] = groupsOfBody(sentBody(incoming));
          const [first, ...rest] = conditionsOf(group);
          if (others.length > 0 || group["conjunct"] !== 0 || rest.length === 0) return page;
          const alone = await ask({ groups: [{ ...group, conditions: [first] }] });
          return alone?.total === 0 ? ask({ groups: [{ ...group, conditions: rest }] }) : page;
        },
        isFiltered,
      ),
    ],
    "conditions-on-one-parameter-join-the-other-way-round": [
      "The gift query exchanges AND and OR between conditions on one parameter",
      onOneParameter("queryGifts", otherConjunct),
    ],
    "either-drops-gifts-without-a-value": [
      "Gifts that have no value in a field of an OR are dropped, as a join would",
      onQuery("queryGifts", (query) => ({
        ...query,
        ...(query["groups"] === undefined ? {} : { groups: groupsOfBody(query).flatMap(withValuesAlone) }),
      })),
    ],
    "a-total-counts-values-of-columns": [
      "The total of a query with columns counts only records with a value in them",
      onPageAsking(
        queries,
        async (page, _wish, _ask, incoming) => {
          const columns = selectedColumnsOf(sentBody(incoming)).map(String);
          const empty = page.items.filter((item) => columns.some((name) => objectOf(item)[name] === null));
          return { ...page, total: page.total - empty.length };
        },
        sends((query) => selectedColumnsOf(query).length > 0),
      ),
    ],
  },
});
