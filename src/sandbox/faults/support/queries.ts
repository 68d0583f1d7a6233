import type { OperationId } from "../../../contract/generated/operations.ts";
import { isObject, type JsonObject } from "../../../harness/model/json-object.ts";
import type { Fault } from "../fault.ts";
import { objectOf } from "./edit.ts";
import { onRequestBody } from "./wrappers.ts";

type Wrap = Fault["wrap"];

type Of = OperationId | readonly OperationId[];

const listOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

export const groupsOf = (value: unknown): readonly JsonObject[] => listOf(objectOf(value)["groups"]);

export const conditionsOf = (group: JsonObject): readonly JsonObject[] => listOf(group["conditions"]);

/** Changes the bodies of queries. */
export const onQuery = (of: Of, change: (query: JsonObject) => unknown): Wrap =>
  onRequestBody(of, (body) => (isObject(body) ? change(body) : body));

const changeGroup = (
  group: JsonObject,
  change: (group: JsonObject, depth: number) => JsonObject,
  depth: number,
): JsonObject => {
  const inner =
    group["groups"] === undefined
      ? group
      : { ...group, groups: groupsOf(group).map((one) => changeGroup(one, change, depth + 1)) };
  return change(inner, depth);
};

/** Changes every group of queries, the inner ones first; those at the top have depth 0. */
export const onGroups = (of: Of, change: (group: JsonObject, depth: number) => JsonObject): Wrap =>
  onQuery(of, (query) =>
    query["groups"] === undefined
      ? query
      : { ...query, groups: groupsOf(query).map((group) => changeGroup(group, change, 0)) },
  );

/** Changes the conditions of every group of queries; what becomes undefined is dropped. */
export const onConditions = (
  of: Of,
  change: (condition: JsonObject, position: number, depth: number) => JsonObject | undefined,
): Wrap =>
  onGroups(of, (group, depth) =>
    group["conditions"] === undefined
      ? group
      : {
          ...group,
          conditions: conditionsOf(group).flatMap(
            (condition, position) => change(condition, position, depth) ?? [],
          ),
        },
  );

/** The other one of the two conjuncts. */
export const otherConjunct = (group: JsonObject): JsonObject => ({
  ...group,
  conjunct: group["conjunct"] === 0 ? 1 : 0,
});
