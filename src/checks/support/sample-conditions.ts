import type { PlanContext } from "../../harness/model/check.ts";
import type { QueryOperation } from "./paged-endpoint.ts";
import { isObject, type JsonObject } from "./json.ts";

/** Conditions that the configuration knows to be valid for a kind of query (donation.queries.sampleConditions). */
export const sampleConditions = (
  context: PlanContext,
  kind: QueryOperation["kind"],
): readonly JsonObject[] => {
  const conditions = context.setting(`donation.queries.sampleConditions.${kind}`);
  return Array.isArray(conditions) ? conditions.filter(isObject) : [];
};

/** The integer that joins by AND where it is configured; either is as good where only one condition is joined. */
export const anyConjunct = (context: PlanContext): number =>
  context.setting("donation.queries.conjunctAnd") === 1 ? 1 : 0;
