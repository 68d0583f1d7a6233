import type { JsonObject } from "../../../harness/model/json-object.ts";
import { listOf, objectOf, property } from "./edit.ts";

const codesOf = (operators: unknown): readonly unknown[] =>
  listOf(operators).map((operator) => property(operator, "operator"));

/** Options in other shapes allowed by U-11: parameters as objects with a `name`. */
export const asObjects = (body: unknown): JsonObject => ({
  parameters: listOf(property(body, "options")).map((option) => ({
    name: property(option, "parameter"),
    dataType: property(option, "type"),
    operators: codesOf(property(option, "operatorOptions")),
  })),
  operators: listOf(property(body, "operatorOptions")).map((operator) => ({
    operator: property(operator, "operator"),
    valueRequired: property(operator, "valueRequired"),
  })),
  selectableColumns: listOf(property(body, "columns")).map((name) => ({ name })),
});

/** Names and integers, by the type of value that they apply to. */
export const byType = (body: unknown): JsonObject => {
  const grouped = Map.groupBy(listOf(property(body, "options")), (option) =>
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
export const byQueryType = (body: unknown): JsonObject => {
  const { queryType, ...options } = objectOf(body);
  return { queryTypes: { [String(queryType)]: options } };
};
