import { afterOverlaps, fromTime } from "./support/over-time.ts";
import { onRepeat, withStatus } from "./support/later.ts";
import { faultsOf, type Incoming } from "./fault.ts";
import { empty, text } from "./support/answers.ts";
import { problem } from "./support/problems.ts";
import { always, answering } from "./support/refusing.ts";

const list = "getQueryList";

const isType =
  (queryType: number) =>
  ({ path }: Incoming): boolean =>
    path["queryType"] === String(queryType);

export const faults = faultsOf("DON-16", {
  gross: {
    "query-list-is-gone": [
      "There is no query list",
      answering([list], always, () => problem(404, "There is nothing here.")),
    ],
  },
  structural: {
    "query-list-of-type-zero-is-missing": [
      "Query type 0 counts as not given",
      answering([list], isType(0), () => problem(400, "Name a query type.")),
    ],
    "query-list-ends-at-eight": [
      "The bound of query types is one too low for lists",
      answering([list], isType(9), () => problem(404, "There is no such query type.")),
    ],
    "query-list-without-a-body": [
      "A query type of which nothing is listed has an empty answer",
      answering([list], isType(5), () => empty(200)),
    ],
    "query-list-is-text": [
      "The list of one query type is a file of comma-separated values",
      answering([list], isType(4), () => text(200, "id,name\n1,All", "text/csv")),
      { alsoBreaks: { "GEN-03": "Comma-separated values are no JSON." } },
    ],
  },
  behavioural: {
    "saved-queries-are-gone-once-replacements-overlapped": [
      "Once two projects were replaced at once, the saved queries are answered with 204",
      afterOverlaps(["replaceProject"], ["getQueryList"], withStatus(204)),
    ],
    "saved-queries-are-gone-from-the-fourth-read-on": [
      "A list of saved queries is not found any more after three reads of it",
      fromTime(["getQueryList"], 4, () => problem(404, "There is nothing here.")),
    ],
    "query-lists-asked-for-before-have-nothing-new": [
      "What was asked for before is answered with 204",
      onRepeat(["getQueryList"], withStatus(204)),
    ],
    "query-list-fails-where-no-query-endpoint-is": [
      "Query types beyond those of the query endpoints end in an error",
      answering(
        [list],
        ({ path }) => Number(path["queryType"]) >= 5,
        () => problem(500, "Something went wrong."),
      ),
      { alsoBreaks: { "DON-20": "500 is none of the stated statuses." } },
    ],
  },
});
