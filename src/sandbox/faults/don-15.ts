import { defineFault, type Fault, type Incoming } from "./fault.ts";
import { empty } from "./support/answers.ts";
import { configured } from "./support/credentials.ts";
import { edit, objectOf, pascalCase, property, put } from "./support/edit.ts";
import { problem } from "./support/problems.ts";
import { always, answering } from "./support/refusing.ts";
import { onRequest, onSuccess } from "./support/wrappers.ts";

const options = "getQueryOptions";

const isType =
  (queryType: number) =>
  ({ path }: Incoming): boolean =>
    path["queryType"] === String(queryType);

/** Changes the options of the type of one kind of record. */
const ofKind =
  (kind: string, change: (body: unknown) => unknown): Fault["wrap"] =>
  (next, surroundings) => {
    const queryType = configured(surroundings, "donation", `queries/queryTypes/${kind}`);
    return onSuccess(options, (body, { path }) =>
      path["queryType"] === String(queryType) ? change(body) : body,
    )(next, surroundings);
  };

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const faults: readonly Fault[] = [
  defineFault({
    id: "query-options-are-gone",
    fact: "DON-15",
    grade: "gross",
    title: "There are no query options",
    wrap: answering([options], always, () => problem(404, "There is nothing here.")),
  }),
  defineFault({
    id: "query-options-of-type-zero-are-missing",
    fact: "DON-15",
    grade: "structural",
    title: "Query type 0 counts as not given",
    wrap: answering([options], isType(0), () => problem(400, "Name a query type.")),
  }),
  defineFault({
    id: "query-options-end-at-eight",
    fact: "DON-15",
    grade: "structural",
    title: "The bound of query types is one too low for options",
    wrap: answering([options], isType(9), () => problem(404, "There is no such query type.")),
  }),
  defineFault({
    id: "query-options-without-a-body",
    fact: "DON-15",
    grade: "structural",
    title: "A query type that nobody has used yet has a 204 for its options",
    wrap: answering([options], isType(6), () => empty(204)),
  }),
  defineFault({
    id: "operators-are-numbered-from-one",
    fact: "DON-15",
    grade: "structural",
    title: "Options number operators from 1 to 30",
    wrap: onSuccess(options, (body) =>
      edit(body, "options/*/operatorOptions/*/operator", (operator) => Number(operator) + 1),
    ),
  }),
  defineFault({
    id: "options-list-a-column-that-is-gone",
    fact: "DON-15",
    grade: "behavioural",
    title: "Options of gifts still list a column that the query refuses",
    wrap: ofKind("gift", (body) =>
      edit(body, "columns", (columns) => [...listed(columns), "legacyReference"]),
    ),
  }),
  defineFault({
    id: "options-list-parameters-by-their-labels",
    fact: "DON-15",
    grade: "behavioural",
    title: "Options of campaigns list what people read in place of names",
    wrap: ofKind("campaign", (body) =>
      edit(body, "options/*/parameter", (name) =>
        pascalCase(String(name)).replaceAll(/(?<=[a-z])(?=[A-Z])/g, " "),
      ),
    ),
  }),
  defineFault({
    id: "options-list-a-renamed-parameter",
    fact: "DON-15",
    grade: "behavioural",
    title: "One parameter of donors was renamed, but not in their options",
    wrap: ofKind("donor", (body) =>
      edit(body, "options/*/parameter", (name) => (name === "lastGiftDate" ? "latestGiftDate" : name)),
    ),
  }),
  defineFault({
    id: "options-of-the-type-before",
    fact: "DON-15",
    grade: "behavioural",
    title: "Options are those of the query type before",
    wrap: onRequest(options, (incoming) => {
      const before = (Number(incoming.path["queryType"]) + 9) % 10;
      const url = new URL(incoming.url);
      url.pathname = url.pathname.replace(/\d+$/, String(before));
      return { ...incoming, url };
    }),
  }),
  defineFault({
    id: "options-leave-a-parameter-out",
    fact: "DON-15",
    grade: "behavioural",
    title: "Options of gifts do not list a parameter that the query takes",
    wrap: ofKind("gift", (body) =>
      put(
        body,
        "options",
        listed(property(body, "options")).filter((one) => objectOf(one)["parameter"] !== "status"),
      ),
    ),
  }),
];
