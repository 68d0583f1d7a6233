import type { PlanContext } from "../../harness/model/check.ts";
import type { QueryOperation } from "./paged-endpoint.ts";
import { isObject, type JsonObject } from "./json.ts";

/** Conditions that are configured as valid for a kind of query (donation.queries.sampleConditions). */
export const sampleConditions = (
  context: PlanContext,
  kind: QueryOperation["kind"],
): readonly JsonObject[] => {
  const conditions = context.setting(`donation.queries.sampleConditions.${kind}`);
  return Array.isArray(conditions) ? conditions.filter(isObject) : [];
};

/** The integer of AND if configured; for a single condition either works. */
export const anyConjunct = (context: PlanContext): number =>
  context.setting("donation.queries.conjunctAnd") === 1 ? 1 : 0;
