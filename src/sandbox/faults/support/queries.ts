import { isObject, type JsonObject } from "../../../harness/model/json-object.ts";
import type { Fault, Incoming } from "../fault.ts";
import { parse } from "./answers.ts";
import type { Who } from "./credentials.ts";
import { objectOf } from "./edit.ts";
import { type Of, onSent, type WhenAsked } from "./rows.ts";

type Wrap = Fault["wrap"];

const listOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

export const groupsOf = (value: unknown): readonly JsonObject[] => listOf(objectOf(value)["groups"]);

export const conditionsOf = (group: JsonObject): readonly JsonObject[] => listOf(group["conditions"]);

/** The query that a request makes. */
export const queryIn = ({ body }: Incoming): JsonObject => objectOf(parse(body));

/** Requests with a query of some kind. */
export const asksQuery =
  (isMeant: (query: JsonObject) => boolean): Who =>
  (incoming) =>
    isMeant(queryIn(incoming));

/** Queries with conditions. */
export const isFiltered: Who = asksQuery((query) => groupsOf(query).length > 0);

/** Queries of which a group joins several conditions by the second conjunct. */
export const joinsByOr: Who = asksQuery((query) =>
  groupsOf(query).some((group) => group["conjunct"] === 1 && conditionsOf(group).length > 1),
);

export const columnsOf = ({ selectedColumns }: JsonObject): readonly unknown[] =>
  Array.isArray(selectedColumns) ? selectedColumns : [];

/** Changes the bodies of queries. */
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
      : { ...group, groups: groupsOf(group).map((one) => changeGroup(one, change, depth + 1)) };
  return change(inner, depth);
};

/** Changes every group of queries, the inner ones first; those at the top have depth 0. */
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
        : { ...query, groups: groupsOf(query).map((group) => changeGroup(group, change, 0)) },
    ...when,
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
