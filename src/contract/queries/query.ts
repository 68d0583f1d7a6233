import type { Group } from "./expression.ts";
import type { PageOptions } from "./page-options.ts";

/** A query as plain data, in terms of meanings: a dialect turns it into a body and back. */
export interface Query extends PageOptions {
  /** What it asks for, by the dialect's name; by its integer where a body has one that the dialect does not know. */
  readonly kind: string | number | undefined;
  /** Left out, every record matches. */
  readonly filter?: Group;
  /** Left out, the target decides which fields a record has. */
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
