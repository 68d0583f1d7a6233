import { isObject, type JsonObject } from "../../../../../core/model/json-object.ts";
import type { Assumptions } from "../../../../assumptions/assumptions.ts";
import { integerOf, operatorNamed } from "../../../../store/operators.ts";

/** Groups below this depth are left as they were sent: no query is that deep. */
const deepest = 100;

const listed = (body: JsonObject, name: string, rewrite: (item: unknown) => unknown): JsonObject => {
  const items = body[name];
  return Array.isArray(items) ? { ...body, [name]: items.map(rewrite) } : body;
};

/** The body of a query with the integers of the operators that it names, where names are accepted (U-13.names). */
export const withOperatorIntegers = (body: unknown, assumptions: Assumptions): unknown => {
  const inCondition = (condition: unknown): unknown => {
    if (!isObject(condition) || typeof condition["operator"] !== "string") return condition;
    const name = operatorNamed(condition["operator"]);
    return name === undefined ? condition : { ...condition, operator: integerOf(name, assumptions) };
  };
  const inGroup = (group: unknown, depth: number): unknown =>
    !isObject(group) || depth > deepest
      ? group
      : listed(listed(group, "conditions", inCondition), "groups", (inner) => inGroup(inner, depth + 1));
  if (assumptions["U-13.names"] === "refused" || !isObject(body)) return body;
  return listed(body, "groups", (group) => inGroup(group, 0));
};
