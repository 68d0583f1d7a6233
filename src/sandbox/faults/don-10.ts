import { afterOverlaps, afterwards, refusalOf } from "./support/over-time.ts";
import { withStatus, onCount } from "./support/later.ts";
import { faultsOf } from "./fault.ts";
import { queries } from "./support/donation-operations.ts";
import { objectOf, drop } from "./support/edit.ts";
import { wishOf, pageIn } from "./support/pages.ts";
import { problem } from "./support/problems.ts";
import { onQuery, conditionsOf, groupsOf } from "./support/queries.ts";
import { always, answering } from "./support/refusing.ts";
import { onAnswer, parse, withJson } from "./support/wrappers.ts";

const has = (body: string | undefined, name: string): boolean => Object.hasOwn(objectOf(parse(body)), name);

export const faults = faultsOf("DON-10", {
  gross: {
    "queries-answer-created": [
      "A query is answered with 201, since it is a POST",
      onAnswer(queries, (outgoing) => (outgoing.status === 200 ? { ...outgoing, status: 201 } : outgoing)),
      { alsoBreaks: { "DON-20": "201 is none of the stated statuses." } },
    ],
    "donor-query-refuses-every-type": [
      "The donor query refuses every query type as one of another endpoint",
      answering(["queryDonors"], always, () =>
        problem(400, "This endpoint answers queries of another type."),
      ),
    ],
  },
  structural: {
    "recurring-gift-query-is-missing": [
      "There is no query of recurring gifts",
      answering(["queryRecurringGifts"], always, () => problem(404, "There is nothing here.")),
    ],
    "campaign-query-refuses-include-details": [
      "The campaign query refuses includeDetails",
      answering(
        ["queryCampaigns"],
        ({ body }) => has(body, "includeDetails"),
        () => problem(400, "includeDetails is unknown."),
      ),
    ],
    "gift-query-refuses-an-empty-filter": [
      "The gift query wants at least one group where there is groups",
      answering(
        ["queryGifts"],
        ({ body }) => has(body, "groups") && JSON.stringify(objectOf(parse(body))["groups"]) === "[]",
        () => problem(400, "groups must not be empty."),
      ),
    ],
    "segment-query-wants-a-page-size": [
      "The segment query is refused without take, though queryType alone is required",
      answering(
        ["querySegments"],
        ({ body }) => has(body, "queryType") && !has(body, "take"),
        () => problem(400, "take is required."),
      ),
    ],
  },
  behavioural: {
    "recurring-gifts-are-gone-once-replacements-overlapped": [
      "Once two segments were replaced at once, a query of recurring gifts is answered with 204",
      afterOverlaps(["replaceSegment"], ["queryRecurringGifts"], withStatus(204)),
      { alsoBreaks: { "DON-01": "A 204 is no page." } },
    ],
    "segment-queries-fail-after-a-refused-replacement": [
      "The query after a refused replacement of a segment fails",
      afterwards(refusalOf("replaceSegment"), ["querySegments"], () =>
        problem(400, "The query cannot be answered."),
      ),
    ],
    "campaign-query-reads-pascal-case": [
      "The campaign query knows its page fields in PascalCase alone and passes over the others",
      onQuery("queryCampaigns", ({ queryType, groups, selectedColumns }) => ({
        queryType,
        groups,
        selectedColumns,
      })),
      {
        alsoBreaks: {
          "DON-02": "A take that is passed over does not bound the page.",
          "DON-03": "Every page is the first one when skip is passed over.",
          "DON-06": "A descending that is passed over reverses nothing.",
          "DON-07": "A skip that is passed over skips nothing.",
        },
      },
    ],
    "gift-query-fails-when-descending": [
      "The query of gifts fails when its page is descending",
      answering(
        ["queryGifts"],
        (incoming) => wishOf(incoming).descending === true,
        () => problem(500, "Something went wrong."),
      ),
      { alsoBreaks: { "DON-06": "What fails reverses nothing." } },
    ],

    "either-passes-over-sort-by": [
      "A campaign query that joins by OR is ordered by name whatever sortBy says",
      onQuery("queryCampaigns", (query) =>
        groupsOf(query).some((group) => group["conjunct"] === 1 && conditionsOf(group).length > 1)
          ? { ...query, sortBy: "name" }
          : query,
      ),
    ],
    "columns-and-descending-are-refused": [
      "The segment query cannot select columns and descend at once",
      answering(
        ["querySegments"],
        ({ body }) => {
          const query = objectOf(parse(body));
          return query["descending"] === true && Array.isArray(query["selectedColumns"]);
        },
        () => problem(400, "The sort field is not selected."),
      ),
    ],
    "donors-lose-their-names-for-once": [
      "Every eleventh query of donors shows records without names",
      onCount(
        ["queryDonors"],
        (count) => count % 11 === 0,
        (outgoing) => {
          const page = pageIn(outgoing);
          const items = page?.items.map((item) => drop(drop(item, "firstName"), "lastName"));
          return page === undefined ? outgoing : withJson(outgoing, { ...page, items });
        },
      ),
    ],
  },
});
