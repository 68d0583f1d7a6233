import type { JsonObject } from "../../harness/model/json-object.ts";
import { faultsOf, type Answering, type Fault, type Incoming, type Outgoing } from "./fault.ts";
import { queries } from "./support/donation-operations.ts";
import { objectOf } from "./support/edit.ts";
import { onPage, pageIn, wishing, wishOf, type Page } from "./support/pages.ts";
import { conditionsOf, groupsOf, onGroups, onQuery, otherConjunct } from "./support/queries.ts";
import { isMeantFor } from "./support/credentials.ts";
import { parse, withJson } from "./support/wrappers.ts";

type Wrap = Fault["wrap"];

const queryIn = ({ body }: Incoming): JsonObject => objectOf(parse(body));

const valuesOf = (conditions: readonly JsonObject[]): readonly unknown[] =>
  conditions.flatMap((condition): readonly unknown[] =>
    Array.isArray(condition["values"]) ? condition["values"] : [],
  );

/** Changes groups of several conditions, all of them on one parameter. */
const onOneParameter = (
  of: Parameters<typeof onGroups>[0],
  change: (group: JsonObject) => JsonObject,
): Wrap =>
  onGroups(of, (group) => {
    const conditions = conditionsOf(group);
    const isMeant = new Set(conditions.map((condition) => condition["parameter"])).size === 1;
    return isMeant && conditions.length > 1 ? change(group) : group;
  });

const isFiltered = ({ body }: Incoming): boolean => groupsOf(parse(body)).length > 0;

/** Changes the total on pages of filtered queries. */
const onFilteredTotal = (
  of: Parameters<typeof onPage>[0],
  change: (page: Page, incoming: Incoming) => number,
): Wrap =>
  onPage(of, (page, _wish, incoming) =>
    isFiltered(incoming) ? { ...page, total: change(page, incoming) } : page,
  );

/** The total that the sandbox answers for other groups. */
const totalOf = async (next: Answering, incoming: Incoming, groups: readonly unknown[]): Promise<number> => {
  const body = JSON.stringify({ ...queryIn(incoming), groups });
  return pageIn(await next({ ...incoming, body }))?.total ?? 0;
};

/** Changes the total where a query has one group of several conditions. */
const onOneGroup =
  (
    change: (
      conditions: readonly JsonObject[],
      conjunct: unknown,
      total: (...conditions: readonly unknown[]) => Promise<number>,
      page: Page,
    ) => Promise<number>,
  ): Wrap =>
  (next) =>
  async (incoming): Promise<Outgoing> => {
    const outgoing = await next(incoming);
    const page = pageIn(outgoing);
    const [group, ...others] = groupsOf(parse(incoming.body));
    if (!isMeantFor(incoming, queries) || page === undefined || group === undefined || others.length > 0)
      return outgoing;
    const conditions = conditionsOf(group);
    if (conditions.length < 2) return outgoing;
    const { conjunct } = group;
    const ask = (...some: readonly unknown[]) => totalOf(next, incoming, [{ conjunct, conditions: some }]);
    return withJson(outgoing, { ...page, total: await change(conditions, conjunct, ask, page) });
  };

const contradicted = "Such a total contradicts the records on its pages.";

export const faults = faultsOf("DON-23", {
  gross: {
    "both-conjuncts-join-alike": [
      "Conjunct 1 is read as 0",
      onGroups(queries, (group) => (group["conjunct"] === 1 ? { ...group, conjunct: 0 } : group)),
    ],
    "only-the-first-condition-counts": [
      "Of several conditions the first one is used",
      onGroups(queries, (group) =>
        conditionsOf(group).length < 2 ? group : { ...group, conditions: conditionsOf(group).slice(0, 1) },
      ),
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
      onGroups("queryGifts", (group) =>
        conditionsOf(group).length < 3 ? group : { ...group, conditions: conditionsOf(group).slice(0, 2) },
      ),
    ],
    "inner-groups-join-like-the-outer-one": [
      "A group in a group is joined by the conjunct of the outer one",
      onGroups(queries, (group) => ({
        ...group,
        groups: groupsOf(group).map((inner) => ({ ...inner, conjunct: group["conjunct"] })),
      })),
      { alsoBreaks: { "DON-12": "A conjunct that is not used is not checked either." } },
    ],
    "a-filter-without-parentheses": [
      "Groups are written without parentheses, so that AND binds before OR",
      (next, surroundings) => {
        // The default of the sandbox; under the other one the fault is the mirror image and no less wrong.
        const and = 0;
        return onGroups(queries, (group) => {
          const inner = groupsOf(group);
          const [first, ...rest] = inner.length === 1 ? conditionsOf(inner[0] ?? {}) : [];
          const isMixed = group["conjunct"] === and && inner[0]?.["conjunct"] !== and && first !== undefined;
          if (!isMixed || rest.length === 0) return group;
          const narrow = { conjunct: and, conditions: [...conditionsOf(group), first] };
          return { conjunct: 1, conditions: rest, groups: [narrow] };
        })(next, surroundings);
      },
    ],
    "only-the-first-group-counts": [
      "Of several groups at the top the first one is used",
      onQuery(queries, (query) =>
        groupsOf(query).length > 1 ? { ...query, groups: groupsOf(query).slice(0, 1) } : query,
      ),
      { alsoBreaks: { "DON-12": "A group that is not used is not checked either." } },
    ],
    "one-condition-for-each-parameter": [
      "Conditions are kept by their parameter, so that a later one takes the place of an earlier",
      onGroups(queries, (group) => ({
        ...group,
        conditions: [
          ...new Map(conditionsOf(group).map((condition) => [condition["parameter"], condition])).values(),
        ],
      })),
    ],
    "either-of-two-counts-both": [
      "Records that match both of two conditions are counted twice",
      onOneGroup(async (conditions, conjunct, total, page) => {
        if (conjunct !== 1) return page.total;
        const totals = await Promise.all(conditions.map((condition) => total(condition)));
        return totals.reduce((sum, one) => sum + one, 0);
      }),
      { alsoBreaks: { "DON-03": contradicted } },
    ],
    "a-condition-said-twice-counts-twice": [
      "A condition that is there twice makes total twice what it is",
      onOneGroup(async ([first, second], _conjunct, _total, page) =>
        Promise.resolve(JSON.stringify(first) === JSON.stringify(second) ? page.total * 2 : page.total),
      ),
      { alsoBreaks: { "DON-03": contradicted } },
    ],
    "either-stops-at-the-first-that-matches": [
      "Where the first of two conditions matches anything, the second is not looked at",
      onOneGroup(async (conditions, conjunct, total, page) => {
        const first = conjunct === 1 ? await total(conditions[0]) : 0;
        return first > 0 ? first : page.total;
      }),
      { alsoBreaks: { "DON-03": contradicted } },
    ],
    "filtered-total-is-off-by-one-from-two-conditions-on": [
      "total is one too low under two conditions and more",
      onOneGroup(async (_conditions, _conjunct, _total, page) =>
        Promise.resolve(Math.max(0, page.total - 1)),
      ),
      { alsoBreaks: { "DON-03": contradicted } },
    ],
    "details-multiply-the-total": [
      "With details and a filter the donor query counts rows of a join",
      onPage("queryDonors", (page, { includeDetails }, incoming) =>
        includeDetails === true && isFiltered(incoming)
          ? { ...page, total: page.total + page.items.length }
          : page,
      ),
    ],
    "sorting-loses-records-from-the-total": [
      "A filtered gift query that is ordered by modification joins with a history that some gifts lack",
      onPage("queryGifts", (page, { sortBy }, incoming) =>
        sortBy?.toLowerCase() === "modifieddatetimeutc" && isFiltered(incoming)
          ? { ...page, total: Math.max(0, page.total - 3) }
          : page,
      ),
      { alsoBreaks: { "DON-03": contradicted } },
    ],
    "columns-make-the-total-distinct": [
      "A filtered query with selected columns counts what is distinct in them",
      onFilteredTotal(queries, (page, incoming) =>
        Array.isArray(queryIn(incoming)["selectedColumns"]) ? Math.ceil(page.total / 2) : page.total,
      ),
      { alsoBreaks: { "DON-03": contradicted } },
    ],
    "filtered-total-counts-the-page-and-one-more": [
      "A filtered query counts no further than one record beyond its page",
      (next, surroundings) =>
        onFilteredTotal(queries, (page, incoming) => {
          const { skip = 0, take = 100 } = wishOf(incoming);
          return Math.min(page.total, skip + take + 1);
        })(next, surroundings),
      { alsoBreaks: { "DON-03": "Such a total differs from page to page." } },
    ],
    "descending-filters-backwards": [
      "A descending campaign query joins its conditions the other way round",
      (next, surroundings) => {
        const turned = onGroups("queryCampaigns", otherConjunct)(next, surroundings);
        return async (incoming) =>
          wishOf(incoming).descending === true ? turned(incoming) : next(wishing(incoming, {}));
      },
    ],

    "repeated-conditions-hide-the-last": [
      "Of more than three conditions the last is forgotten",
      onGroups(queries, (group) =>
        conditionsOf(group).length > 3 ? { ...group, conditions: conditionsOf(group).slice(0, 3) } : group,
      ),
    ],
    "the-third-level-joins-like-the-second": [
      "A group within a group within a group joins by the conjunct of the one that holds it",
      onGroups(queries, (group, depth) =>
        depth === 1
          ? { ...group, groups: groupsOf(group).map((inner) => ({ ...inner, conjunct: group["conjunct"] })) }
          : group,
      ),
      { alsoBreaks: { "DON-12": "A conjunct that is not used is not checked either." } },
    ],
    "the-third-level-is-not-looked-at": [
      "Groups are read two levels deep",
      onGroups(queries, (group, depth) => (depth === 1 ? { ...group, groups: [] } : group)),
    ],
    "either-counts-rows-with-details": [
      "With details a query that joins by OR counts rows of a join",
      onPage(queries, (page, { includeDetails }, { body }) =>
        includeDetails === true && groupsOf(parse(body)).some(({ conjunct }) => conjunct === 1)
          ? { ...page, total: page.total + 3 }
          : page,
      ),
      { alsoBreaks: { "DON-03": contradicted } },
    ],

    "an-apostrophe-ends-a-condition": [
      "A value with an apostrophe ends the filter, and whatever comes before it counts alone",
      onGroups(queries, (group) => {
        const isBroken = (condition: unknown): boolean => JSON.stringify(condition).includes("'");
        return conditionsOf(group).length > 1 && conditionsOf(group).some(isBroken)
          ? { ...group, conditions: conditionsOf(group).filter((condition) => !isBroken(condition)) }
          : group;
      }),
    ],
    "the-first-condition-on-a-parameter-wins": [
      "Of several conditions on one parameter in a group the first one is used",
      onGroups(queries, (group) => ({
        ...group,
        conditions: [
          ...new Map(
            conditionsOf(group)
              .toReversed()
              .map((condition) => [condition["parameter"], condition]),
          ).values(),
        ].toReversed(),
      })),
    ],
    "conditions-on-one-parameter-share-their-values": [
      "The values of all conditions on one parameter are compared with at once",
      onOneParameter(queries, (group) => {
        const values = valuesOf(conditionsOf(group));
        return {
          ...group,
          conditions: conditionsOf(group).map((condition) =>
            Array.isArray(condition["values"]) ? { ...condition, values } : condition,
          ),
        };
      }),
    ],
    "conditions-on-one-parameter-join-by-or": [
      "A group whose conditions are all on one parameter joins them by the second conjunct",
      onOneParameter(queries, (group) => ({ ...group, conjunct: 1 })),
    ],
    "conditions-on-one-parameter-join-the-other-way-round": [
      "The gift query exchanges AND and OR between conditions on one parameter",
      onOneParameter("queryGifts", otherConjunct),
    ],
  },
});
