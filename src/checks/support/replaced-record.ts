import { send, type Plan, type PlanContext } from "../../core/model/check.ts";
import type { Call, Exchange } from "../../core/model/exchange.ts";
import type { Resource } from "../../core/model/resource.ts";
import { anyCase, isObject, type JsonObject } from "./json.ts";
import { endpointOf, findQueryEndpoints } from "./paged-endpoint.ts";
import { largePage } from "./paging.ts";

export const lower = (name: string): string => name.toLowerCase();

/** Greatest depth of records in an answer: it is one, contains one, or a list of them. */
const deepest = 2;

/** The record with an id in an answer: the least deep one, since records may contain others with the same id. */
export const leastDeepRecord = (answer: unknown, id: unknown): JsonObject | undefined => {
  let level: readonly unknown[] = id === undefined ? [] : [answer];
  for (let depth = 0; depth <= deepest; depth += 1) {
    const found = level.filter(isObject).find((one) => String(anyCase(one, "id")) === String(id));
    if (found !== undefined) return found;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return undefined;
};

/** Reads the records of a kind by their first page, to see what was stored. */
export function* readPage<Tag = never>(
  { called, reads: [list] = [] }: Resource,
  context: PlanContext,
  label: string,
  more: Pick<Call<Tag>, "isLate" | "tag"> = {},
): Plan<Exchange<Tag> | undefined, Tag> {
  if (list === undefined) return undefined;
  const endpoint =
    list.type === undefined
      ? endpointOf(list)
      : (yield* findQueryEndpoints(context)).find(({ kind }) => kind === called);
  if (endpoint === undefined) return undefined;
  const options = { skip: 0, take: largePage, sortBy: "id", descending: true };
  return yield* send({ ...endpoint.call(options, label), ...more, fresh: true });
}
