import type { OperationId } from "../../../contract/generated/operations.ts";
import type { JsonObject } from "../../../harness/model/json-object.ts";
import type { Fault, FaultSurroundings } from "../fault.ts";
import { configured } from "./credentials.ts";
import type { queries } from "./donation-operations.ts";
import { onQuery } from "./queries.ts";

type Wrap = Fault["wrap"];

type QueryOperation = (typeof queries)[number];

const kinds: Readonly<Record<QueryOperation, string>> = {
  queryDonors: "donor",
  queryGifts: "gift",
  queryCampaigns: "campaign",
  queryRecurringGifts: "recurringGift",
  querySegments: "segment",
};

/** The query type that a query endpoint takes. */
export const typeOf = (operation: QueryOperation, surroundings: FaultSurroundings): unknown =>
  configured(surroundings, "donation", `queries/queryTypes/${kinds[operation]}`);

const isQuery = (operation: OperationId): operation is QueryOperation => Object.hasOwn(kinds, operation);

/** Lets queries whose type is one of some wrong ones pass as if it were the right one. */
export const forgivingTypes =
  (of: readonly OperationId[], isForgiven: (query: JsonObject, own: unknown) => boolean): Wrap =>
  (next, surroundings) =>
    of
      .filter(isQuery)
      .map((operation) =>
        onQuery(operation, (query) => {
          const own = typeOf(operation, surroundings);
          return isForgiven(query, own) ? { ...query, queryType: own } : query;
        }),
      )
      .reduce((inner, wrap) => wrap(inner, surroundings), next);
