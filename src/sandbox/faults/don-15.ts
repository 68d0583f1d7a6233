import { faultsOf, type Fault, type Incoming } from "./fault.ts";
import { empty } from "./support/answers.ts";
import { configured } from "./support/credentials.ts";
import { asObjects, byQueryType, byType } from "./support/options-shapes.ts";
import { edit, objectOf, pascalCase, property, put } from "./support/edit.ts";
import { problem } from "./support/problems.ts";
import { always, answering } from "./support/refusing.ts";
import { onRequest, onSuccess } from "./support/wrappers.ts";
import { onRepeat, withStatus } from "./support/later.ts";

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

/** Options in another spelling, those of one kind of record changed in it. */
const shaped =
  (shape: (body: unknown) => unknown, kind: string, change: (body: unknown) => unknown): Fault["wrap"] =>
  (next, surroundings) =>
    ofKind(kind, change)(onSuccess(options, shape)(next, surroundings), surroundings);

const renamed = (body: unknown, path: string, from: string, to: string): unknown =>
  edit(body, path, (name) => (name === from ? to : name));

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const faults = faultsOf("DON-15", {
  gross: {
    "query-options-are-gone": [
      "There are no query options",
      answering([options], always, () => problem(404, "There is nothing here.")),
    ],
  },
  structural: {
    "query-options-of-type-zero-are-missing": [
      "Query type 0 counts as not given",
      answering([options], isType(0), () => problem(400, "Name a query type.")),
    ],
    "query-options-end-at-eight": [
      "The bound of query types is one too low for options",
      answering([options], isType(9), () => problem(404, "There is no such query type.")),
    ],
    "query-options-without-a-body": [
      "A query type that nobody has used yet has a 204 for its options",
      answering([options], isType(6), () => empty(204)),
    ],
    "query-options-of-one-type-are-empty": [
      "Nobody has filled in the options of query type 7",
      onSuccess(options, (body, { path }) => (path["queryType"] === "7" ? [] : body)),
    ],
    "query-options-list-nothing-for-one-type": [
      "The options of query type 2 are empty lists",
      onSuccess(options, (body, { path }) =>
        path["queryType"] === "2" ? { ...objectOf(body), options: [], columns: [] } : body,
      ),
    ],
    "operators-by-type-are-numbered-from-one": [
      "Options list integers by type of value, from 1 to 30",
      onSuccess(options, (body) => edit(byType(body), "operators/*/*", (operator) => Number(operator) + 1)),
    ],
    "operators-are-numbered-from-one": [
      "Options number operators from 1 to 30",
      onSuccess(options, (body) =>
        edit(body, "options/*/operatorOptions/*/operator", (operator) => Number(operator) + 1),
      ),
    ],
  },
  behavioural: {
    "query-options-asked-for-before-have-nothing-new": [
      "What was asked for before is answered with 304",
      onRepeat(["getQueryOptions"], withStatus(304)),
      { alsoBreaks: { "DON-20": "A 304 is for who has a copy." } },
    ],
    "options-list-a-column-that-is-gone": [
      "Options of gifts still list a column that the query refuses",
      ofKind("gift", (body) => edit(body, "columns", (columns) => [...listed(columns), "legacyReference"])),
    ],
    "options-list-parameters-by-their-labels": [
      "Options of campaigns list what people read in place of names",
      ofKind("campaign", (body) =>
        edit(body, "options/*/parameter", (name) =>
          pascalCase(String(name)).replaceAll(/(?<=[a-z])(?=[A-Z])/g, " "),
        ),
      ),
    ],
    "options-list-a-renamed-parameter": [
      "One parameter of donors was renamed, but not in their options",
      ofKind("donor", (body) =>
        edit(body, "options/*/parameter", (name) => (name === "lastGiftDate" ? "latestGiftDate" : name)),
      ),
    ],
    "options-as-objects-invent-a-parameter": [
      "Options are objects with names, one of which no query of gifts knows",
      shaped(asObjects, "gift", (body) => renamed(body, "parameters/*/name", "amount", "giftAmount")),
    ],
    "options-as-objects-invent-a-column": [
      "Options are objects with names, and those of segments list a column that the query refuses",
      shaped(asObjects, "segment", (body) =>
        renamed(body, "selectableColumns/*/name", "code", "segmentCode"),
      ),
    ],
    "options-by-type-invent-a-column": [
      "Options list names by type of value, and a column of donors that the query refuses",
      shaped(byType, "donor", (body) => edit(body, "columns", (columns) => [...listed(columns), "age"])),
    ],
    "options-among-those-of-all-types-invent-a-parameter": [
      "Options list each query type under its integer, and a parameter that no query of campaigns knows",
      (next, surroundings) =>
        onSuccess(options, byQueryType)(
          ofKind("campaign", (body) => renamed(body, "options/*/parameter", "goal", "target"))(
            next,
            surroundings,
          ),
          surroundings,
        ),
    ],
    "options-of-the-type-before": [
      "Options are those of the query type before",
      onRequest(options, (incoming) => {
        const before = (Number(incoming.path["queryType"]) + 9) % 10;
        const url = new URL(incoming.url);
        url.pathname = url.pathname.replace(/\d+$/, String(before));
        return { ...incoming, url };
      }),
    ],
    "options-leave-a-parameter-out": [
      "Options of gifts do not list a parameter that the query takes",
      ofKind("gift", (body) =>
        put(
          body,
          "options",
          listed(property(body, "options")).filter((one) => objectOf(one)["parameter"] !== "status"),
        ),
      ),
    ],
  },
});
