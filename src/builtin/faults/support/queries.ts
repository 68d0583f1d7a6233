import { isObject, type JsonObject } from "../../../core/model/json-object.ts";
import type { Fault } from "../fault.ts";
import type { Who } from "./credentials.ts";
import { asArray, objectOf } from "./edit.ts";
import { sends } from "./requests.ts";
import { type Of, onSent, type WhenAsked } from "./rows.ts";

type Wrap = Fault["wrap"];

const objectsOf = (value: unknown): readonly JsonObject[] => asArray(value).filter(isObject);

export const groupsOfBody = (value: unknown): readonly JsonObject[] => objectsOf(objectOf(value)["groups"]);

export const conditionsOf = (group: JsonObject): readonly JsonObject[] => objectsOf(group["conditions"]);

export const isFiltered: Who = sends((query) => groupsOfBody(query).length > 0);

/** Queries with a group that has the second conjunct. */
export const isEither: Who = sends((query) => groupsOfBody(query).some(({ conjunct }) => conjunct === 1));

/** Queries with a group that joins several conditions by the second conjunct. */
export const joinsByOr: Who = sends((query) =>
  groupsOfBody(query).some((group) => group["conjunct"] === 1 && conditionsOf(group).length > 1),
);

export const selectedColumnsOf = ({ selectedColumns }: JsonObject): readonly unknown[] =>
  asArray(selectedColumns);

export const onQuery = (
  of: Of,
  change: (query: JsonObject) => unknown,
  ...when: readonly WhenAsked[]
): Wrap => onSent(of, (body) => (isObject(body) ? change(body) : body), ...when);

const changeGroup = (
  group: JsonObject,
  change: (group: JsonObject, depth: number) => JsonObject,
  depth: number,
): JsonObject => {
  const inner =
    group["groups"] === undefined
      ? group
      : { ...group, groups: groupsOfBody(group).map((one) => changeGroup(one, change, depth + 1)) };
  return change(inner, depth);
};

/** Changes every group of queries, inner ones first; top-level groups have depth 0. */
export const onGroups = (
  of: Of,
  change: (group: JsonObject, depth: number) => JsonObject,
  ...when: readonly WhenAsked[]
): Wrap =>
  onQuery(
    of,
    (query) =>
      query["groups"] === undefined
        ? query
        : { ...query, groups: groupsOfBody(query).map((group) => changeGroup(group, change, 0)) },
    ...when,
  );

/** Changes the conditions of every group of queries; undefined results are dropped. */
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

export const otherConjunct = (group: JsonObject): JsonObject => ({
  ...group,
  conjunct: group["conjunct"] === 0 ? 1 : 0,
});
