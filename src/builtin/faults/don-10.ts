import { faultsOf } from "./fault.ts";
import { gone, problemAnswer } from "./support/answers.ts";
import type { Who } from "./support/credentials.ts";
import { queries } from "./support/names.ts";
import { descends, onRecord, onWish } from "./support/pages.ts";
import { joinsByOr, onQuery } from "./support/queries.ts";
import { leavesOut, sends } from "./support/requests.ts";
import { droppingPaths } from "./support/edit.ts";
import { answering, onAnswer, refusedStatuses, status } from "./support/rows.ts";
import { after, afterOverlaps, every } from "./support/rules.ts";

const has = (name: string): Who => sends((query) => Object.hasOwn(query, name));

export const faults = faultsOf("DON-10", {
  gross: {
    "queries-answer-created": [
      "A query is answered with 201, since it is a POST",
      onAnswer(queries, status(201), 200),
      { alsoBreaks: { "DON-20": "201 is none of the stated statuses." } },
    ],
    "donor-query-refuses-every-type": [
      "The donor query refuses every query type as one of another endpoint",
      answering("queryDonors", problemAnswer(400, "This endpoint answers queries of another type.")),
    ],
  },
  structural: {
    "recurring-gift-query-is-missing": [
      "There is no query of recurring gifts",
      answering("queryRecurringGifts", gone),
    ],
    "campaign-query-refuses-include-details": [
      "The campaign query refuses includeDetails",
      answering("queryCampaigns", problemAnswer(400, "includeDetails is unknown."), has("includeDetails")),
    ],
    "gift-query-refuses-an-empty-filter": [
      "The gift query wants at least one group where there is groups",
      answering(
        "queryGifts",
        problemAnswer(400, "groups must not be empty."),
        sends(({ groups }) => JSON.stringify(groups) === "[]"),
      ),
    ],
    "segment-query-wants-a-page-size": [
      "The segment query is refused without take, though queryType alone is required",
      answering(
        "querySegments",
        problemAnswer(400, "take is required."),
        has("queryType"),
        leavesOut("take"),
      ),
    ],
  },
  behavioural: {
    "recurring-gifts-are-gone-once-replacements-overlapped": [
      "Once two segments were replaced at once, a query of recurring gifts is answered with 204",
      afterOverlaps("replaceSegment", "queryRecurringGifts", status(204)),
      { alsoBreaks: { "DON-01": "A 204 is no page." } },
    ],
    "segment-queries-fail-after-a-refused-replacement": [
      "The query after a refused replacement of a segment fails",
      onAnswer(
        "querySegments",
        problemAnswer(400, "The query cannot be answered."),
        after("replaceSegment", refusedStatuses),
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
      answering("queryGifts", problemAnswer(500, "Something went wrong."), descends),
      { alsoBreaks: { "DON-06": "What fails reverses nothing." } },
    ],
    "either-passes-over-sort-by": [
      "A campaign query that joins by OR is ordered by name whatever sortBy says",
      onWish("queryCampaigns", { sortBy: "name" }, joinsByOr),
    ],
    "columns-and-descending-are-refused": [
      "The segment query cannot select columns and descend at once",
      answering(
        "querySegments",
        problemAnswer(400, "The sort field is not selected."),
        descends,
        has("selectedColumns"),
      ),
    ],
    "donors-lose-their-names-for-once": [
      "Every eleventh query of donors shows records without names",
      onRecord("queryDonors", droppingPaths("firstName", "lastName"), every(11)),
    ],
  },
});
