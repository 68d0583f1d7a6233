import { defineFault, type Fault, type Incoming } from "./fault.ts";
import { empty, text } from "./support/answers.ts";
import { problem } from "./support/problems.ts";
import { always, answering } from "./support/refusing.ts";

const list = "getQueryList";

const isType =
  (queryType: number) =>
  ({ path }: Incoming): boolean =>
    path["queryType"] === String(queryType);

export const faults: readonly Fault[] = [
  defineFault({
    id: "query-list-is-gone",
    fact: "DON-16",
    grade: "gross",
    title: "There is no query list",
    wrap: answering([list], always, () => problem(404, "There is nothing here.")),
  }),
  defineFault({
    id: "query-list-of-type-zero-is-missing",
    fact: "DON-16",
    grade: "structural",
    title: "Query type 0 counts as not given",
    wrap: answering([list], isType(0), () => problem(400, "Name a query type.")),
  }),
  defineFault({
    id: "query-list-ends-at-eight",
    fact: "DON-16",
    grade: "structural",
    title: "The bound of query types is one too low for lists",
    wrap: answering([list], isType(9), () => problem(404, "There is no such query type.")),
  }),
  defineFault({
    id: "query-list-without-a-body",
    fact: "DON-16",
    grade: "structural",
    title: "A query type of which nothing is listed has an empty answer",
    wrap: answering([list], isType(5), () => empty(200)),
  }),
  defineFault({
    id: "query-list-is-text",
    fact: "DON-16",
    grade: "structural",
    title: "The list of one query type is a file of comma-separated values",
    drags: { "GEN-03": "Comma-separated values are no JSON." },
    wrap: answering([list], isType(4), () => text(200, "id,name\n1,All", "text/csv")),
  }),
  defineFault({
    id: "query-list-fails-where-no-query-endpoint-is",
    fact: "DON-16",
    grade: "behavioural",
    title: "Query types beyond those of the query endpoints end in an error",
    wrap: answering(
      [list],
      ({ path }) => Number(path["queryType"]) >= 5,
      () => problem(500, "Something went wrong."),
    ),
  }),
];
