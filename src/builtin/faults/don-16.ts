import { faultsOf } from "./fault.ts";
import { empty, gone, problemAnswer, textAnswer } from "./support/answers.ts";
import { isType } from "./support/query-types.ts";
import { answering, onAnswer, status } from "./support/rows.ts";
import { address, afterOverlaps, from, repeated } from "./support/rules.ts";

const list = "getQueryList";

export const faults = faultsOf("DON-16", {
  gross: {
    "query-list-is-gone": ["There is no query list", answering(list, gone)],
  },
  structural: {
    "query-list-of-type-zero-is-missing": [
      "Query type 0 counts as not given",
      answering(list, problemAnswer(400, "Name a query type."), isType(0)),
    ],
    "query-list-ends-at-eight": [
      "The bound of query types is one too low for lists",
      answering(list, problemAnswer(404, "There is no such query type."), isType(9)),
    ],
    "query-list-without-a-body": [
      "A query type of which nothing is listed has an empty answer",
      answering(list, empty(200), isType(5)),
    ],
    "query-list-is-text": [
      "The list of one query type is a file of comma-separated values",
      answering(list, textAnswer(200, "id,name\n1,All", "text/csv"), isType(4)),
      { alsoBreaks: { "GEN-03": "Comma-separated values are no JSON." } },
    ],
  },
  behavioural: {
    "saved-queries-are-gone-once-replacements-overlapped": [
      "Once two projects were replaced at once, the saved queries are answered with 204",
      afterOverlaps("replaceProject", "getQueryList", status(204)),
    ],
    "saved-queries-are-gone-from-the-fourth-read-on": [
      "A list of saved queries is not found any more after three reads of it",
      onAnswer(list, gone, from(4, address)),
    ],
    "query-lists-asked-for-before-have-nothing-new": [
      "What was asked for before is answered with 204",
      onAnswer("getQueryList", status(204), repeated),
    ],
    "query-list-fails-where-no-query-endpoint-is": [
      "Query types beyond those of the query endpoints end in an error",
      answering(
        list,
        problemAnswer(500, "Something went wrong."),
        ({ path }) => Number(path["queryType"]) >= 5,
      ),
      { alsoBreaks: { "DON-20": "500 is none of the stated statuses." } },
    ],
  },
});
