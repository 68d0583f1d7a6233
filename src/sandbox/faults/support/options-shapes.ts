import type { JsonObject } from "../../../harness/model/json-object.ts";
import { objectOf, property } from "./edit.ts";

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const codesOf = (operators: unknown): readonly unknown[] =>
  listed(operators).map((operator) => property(operator, "operator"));

/** Options in other spellings that they may as well have (U-11): parameters as objects with a `name`. */
export const asObjects = (body: unknown): JsonObject => ({
  parameters: listed(property(body, "options")).map((option) => ({
    name: property(option, "parameter"),
    dataType: property(option, "type"),
    operators: codesOf(property(option, "operatorOptions")),
  })),
  operators: listed(property(body, "operatorOptions")).map((operator) => ({
    operator: property(operator, "operator"),
    valueRequired: property(operator, "valueRequired"),
  })),
  selectableColumns: listed(property(body, "columns")).map((name) => ({ name })),
});

/** Names and integers under the type of value that they are for. */
export const byType = (body: unknown): JsonObject => {
  const grouped = Map.groupBy(listed(property(body, "options")), (option) =>
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

/** The options of a query type as one of several. */
export const byQueryType = (body: unknown): JsonObject => {
  const { queryType, ...options } = objectOf(body);
  return { queryTypes: { [String(queryType)]: options } };
};
