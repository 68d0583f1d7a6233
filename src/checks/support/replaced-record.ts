import type { OperationId } from "../../contract/generated/operations.ts";
import { send, type Plan, type PlanContext } from "../../harness/model/check.ts";
import type { Exchange } from "../../harness/model/exchange.ts";
import { isObject, property, type JsonObject } from "./json.ts";
import { findQueryEndpoints } from "./paged-endpoint.ts";
import { mainBearer } from "./sample-calls.ts";

export interface Replacement {
  readonly name: "campaign" | "project" | "segment";
  readonly operation: OperationId;
}

export const replacements: readonly Replacement[] = [
  { name: "campaign", operation: "replaceCampaign" },
  { name: "project", operation: "replaceProject" },
  { name: "segment", operation: "replaceSegment" },
];

/** How many records a read back may hold: a scratch record further down is not found, and the fact not judged. */
const reach = 200;

export const lower = (name: string): string => name.toLowerCase();

export const fieldOf = (record: unknown, name: string): unknown => {
  const key = isObject(record) ? Object.keys(record).find((one) => lower(one) === lower(name)) : undefined;
  return key === undefined ? undefined : property(record, key);
};

/** How deep records lie in an answer: it is one itself, or holds one, or a list of them. */
const deepest = 2;

/**
 * The record with an id, wherever an answer may hold it: the one that lies least deep, since records may hold others,
 * whose ids may be the same.
 */
export const recordIn = (answer: unknown, id: unknown): JsonObject | undefined => {
  let level: readonly unknown[] = id === undefined ? [] : [answer];
  for (let depth = 0; depth <= deepest; depth += 1) {
    const found = level.filter(isObject).find((one) => String(fieldOf(one, "id")) === String(id));
    if (found !== undefined) return found;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return undefined;
};

/** Reads the records of a kind by a stated read, so that what was stored can be seen. */
export function* readReplaced(
  of: Replacement,
  context: PlanContext,
  label: string,
): Plan<Exchange | undefined> {
  const authorization = mainBearer("donation");
  if (of.name === "campaign") {
    const query = { Take: reach, SortBy: "id", Descending: true };
    return yield* send({ operation: "listCampaigns", query, authorization, label, fresh: true });
  }
  if (of.name === "project")
    return yield* send({ operation: "listProjects", authorization, label, fresh: true });
  const query = (yield* findQueryEndpoints(context)).find(({ kind }) => kind === "segment");
  if (query === undefined) return undefined;
  const options = { skip: 0, take: reach, sortBy: "id", descending: true };
  return yield* send({ ...query.call(options, label), fresh: true });
}
