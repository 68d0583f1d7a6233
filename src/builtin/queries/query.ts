import type { Group } from "./expression.ts";
import type { PageOptions } from "./page-options.ts";

/** A query as plain data, in terms of meanings. A dialect converts it to a body and back. */
export interface Query extends PageOptions {
  /** The kind of record, by the dialect's name, or by the integer of a body that the dialect does not know. */
  readonly kind: string | number | undefined;
  /** Default: every record matches. */
  readonly filter?: Group;
  /** Default: the target decides. */
  readonly columns?: readonly string[];
}

/**
 * The operation that answers queries of each kind of record (DON-10).
 * @example
 * ```ts
 * import { queryOperations } from "tripact/queries";
 *
 * console.log(queryOperations.donor); // queryDonors
 * ```
 */
export const queryOperations = {
  donor: "queryDonors",
  gift: "queryGifts",
  campaign: "queryCampaigns",
  recurringGift: "queryRecurringGifts",
  segment: "querySegments",
} as const;
