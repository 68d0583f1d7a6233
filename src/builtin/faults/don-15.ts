import type { JsonObject } from "../../core/model/json-object.ts";
import { faultsOf, type Fault } from "./fault.ts";
import { empty, gone, problemAnswer } from "./support/answers.ts";
import { configuredValue, type Who } from "./support/credentials.ts";
import {
  takingTurns,
  asArray,
  objectOf,
  inPascalCase,
  enlarged,
  property,
  set,
  turned,
} from "./support/edit.ts";
import { isType } from "./support/query-types.ts";
import { at } from "./support/requests.ts";
import {
  answering,
  combinedFaults,
  failed,
  onAnswer,
  onBody,
  onField,
  onRequest,
  status,
  type BodyChange,
} from "./support/rows.ts";
import { after, repeated } from "./support/rules.ts";

const codesOf = (operators: unknown): readonly unknown[] =>
  asArray(operators).map((operator) => property(operator, "operator"));

/** Options in other shapes allowed by U-11: parameters as objects with a `name`. */
const asObjects = (body: unknown): JsonObject => ({
  parameters: asArray(property(body, "options")).map((option) => ({
    name: property(option, "parameter"),
    dataType: property(option, "type"),
    operators: codesOf(property(option, "operatorOptions")),
  })),
  operators: asArray(property(body, "operatorOptions")).map((operator) => ({
    operator: property(operator, "operator"),
    valueRequired: property(operator, "valueRequired"),
  })),
  selectableColumns: asArray(property(body, "columns")).map((name) => ({ name })),
});

/** Names and integers, by the type of value that they apply to. */
const byType = (body: unknown): JsonObject => {
  const grouped = Map.groupBy(asArray(property(body, "options")), (option) =>
    String(property(option, "type")),
  );
  const mapped = (of: (options: readonly unknown[]) => unknown): JsonObject =>
    Object.fromEntries([...grouped].map(([type, options]) => [type, of(options)]));
  return {
    parameters: mapped((options) => options.map((option) => property(option, "parameter"))),
    operators: mapped(([option]) => codesOf(property(option, "operatorOptions"))),
    columns: property(body, "columns"),
  };
};

/** The options of one query type in a list of several. */
const byQueryType = (body: unknown): JsonObject => {
  const { queryType, ...options } = objectOf(body);
  return { queryTypes: { [String(queryType)]: options } };
};

const options = "getQueryOptions";

/** Options of the query type of one kind of record. */
const isKind =
  (kind: string): Who =>
  ({ path }, here) =>
    path["queryType"] === String(configuredValue(here, "donation", `queries/queryTypes/${kind}`));

/** Options in another shape, with a change for one kind of record. */
const shaped = (shape: BodyChange, kind: string, change: BodyChange): Fault["wrap"] =>
  combinedFaults(onBody(options, change, isKind(kind)), onBody(options, shape));

const withColumn = (name: string): BodyChange => set("columns", (columns) => [...asArray(columns), name]);

export const faults = faultsOf("DON-15", {
  gross: {
    "query-options-are-gone": ["There are no query options", answering(options, gone)],
  },
  structural: {
    "query-options-of-type-zero-are-missing": [
      "Query type 0 counts as not given",
      answering(options, problemAnswer(400, "Name a query type."), isType(0)),
    ],
    "query-options-end-at-eight": [
      "The bound of query types is one too low for options",
      answering(options, problemAnswer(404, "There is no such query type."), isType(9)),
    ],
    "query-options-without-a-body": [
      "A query type that nobody has used yet has a 204 for its options",
      answering(options, empty(204), isType(6)),
    ],
    "query-options-of-one-type-are-empty": [
      "Nobody has filled in the parameters of gifts",
      onField(options, "options", [], isKind("gift")),
    ],
    "query-options-list-nothing-for-one-type": [
      "The options of query type 2 are empty lists",
      onField(options, ["options", "columns"], [], isType(2)),
    ],
    "operators-by-type-are-numbered-from-one": [
      "Options list integers by type of value, from 1 to 30",
      onBody(options, takingTurns(byType, set("operators/*/*", enlarged(1)))),
    ],
    "operators-are-numbered-from-one": [
      "Options number operators from 1 to 30",
      onField(options, "options/*/operatorOptions/*/operator", enlarged(1)),
    ],
  },
  behavioural: {
    "options-after-a-refusal-lack-a-column": [
      "After a refusal of options, the next ones lack a column",
      onField(options, "columns", (columns) => asArray(columns).slice(1), after(options, failed)),
    ],
    "query-options-asked-for-before-have-nothing-new": [
      "What was asked for before is answered with 304",
      onAnswer("getQueryOptions", status(304), repeated),
      { alsoBreaks: { "DON-20": "A 304 is for who has a copy." } },
    ],
    "options-list-a-column-that-is-gone": [
      "Options of gifts still list a column that the query refuses",
      onBody(options, withColumn("legacyReference"), isKind("gift")),
    ],
    "options-list-parameters-by-their-labels": [
      "Options of campaigns list what people read in place of names",
      onField(
        options,
        "options/*/parameter",
        (name) => inPascalCase(String(name)).replaceAll(/(?<=[a-z])(?=[A-Z])/g, " "),
        isKind("campaign"),
      ),
    ],
    "options-list-a-renamed-parameter": [
      "One parameter of donors was renamed, but not in their options",
      onField(options, "options/*/parameter", turned("lastGiftDate", "latestGiftDate"), isKind("donor")),
    ],
    "options-as-objects-invent-a-parameter": [
      "Options are objects with names, one of which no query of gifts knows",
      shaped(asObjects, "gift", set("parameters/*/name", turned("amount", "sum"))),
    ],
    "options-as-objects-invent-a-column": [
      "Options are objects with names, and those of segments list a column that the query refuses",
      shaped(asObjects, "segment", set("selectableColumns/*/name", turned("code", "shortName"))),
    ],
    "options-by-type-invent-a-column": [
      "Options list names by type of value, and a column of donors that the query refuses",
      shaped(byType, "donor", withColumn("age")),
    ],
    "options-among-those-of-all-types-invent-a-parameter": [
      "Options list each query type under its integer, and a parameter that no query of campaigns knows",
      combinedFaults(
        onBody(options, byQueryType),
        onField(options, "options/*/parameter", turned("goal", "target"), isKind("campaign")),
      ),
    ],
    "options-of-the-type-before": [
      "Options are those of the query type before",
      onRequest(
        options,
        at((path) => path.replace(/\d+$/, (type) => String((Number(type) + 9) % 10))),
      ),
    ],
    "options-leave-a-parameter-out": [
      "Options of gifts do not list a parameter that the query takes",
      onField(
        options,
        "options",
        (all) => asArray(all).filter((one) => property(one, "parameter") !== "status"),
        isKind("gift"),
      ),
    ],
  },
});
