import type { JsonObject } from "../../../core/model/json-object.ts";
import type { Fault, FaultEnvironment } from "../fault.ts";
import { configuredValue, type Who } from "./credentials.ts";
import { queries } from "./names.ts";
import { onQuery } from "./queries.ts";
import { combinedFaults } from "./rows.ts";

type Wrap = Fault["wrap"];

type QueryOperation = (typeof queries)[number];

const kinds: Readonly<Record<QueryOperation, string>> = {
  queryDonors: "donor",
  queryGifts: "gift",
  queryCampaigns: "campaign",
  queryRecurringGifts: "recurringGift",
  querySegments: "segment",
};

export const isType =
  (queryType: number): Who =>
  ({ path }) =>
    path["queryType"] === String(queryType);

const typeOf = (operation: QueryOperation, here: FaultEnvironment): unknown =>
  configuredValue(here, "donation", `queries/queryTypes/${kinds[operation]}`);

/** Accepts queries with some wrong types as if they had the right one. */
export const forgivingTypes =
  (isForgiven: (query: JsonObject, own: unknown) => boolean, of: readonly QueryOperation[] = queries): Wrap =>
  (next, here) =>
    combinedFaults(
      ...of.map((operation) => {
        const own = typeOf(operation, here);
        return onQuery(operation, (query) => (isForgiven(query, own) ? { ...query, queryType: own } : query));
      }),
    )(next, here);
