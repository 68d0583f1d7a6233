import { faultsOf } from "./fault.ts";
import { property } from "./support/edit.ts";
import { paged, queries } from "./support/names.ts";
import { descends, onRecords, onWish, wants, withDetails } from "./support/pages.ts";

const roundedUp = (take: number | undefined, step: number): number | undefined =>
  take === undefined ? undefined : Math.ceil(take / step) * step;

/** Like a join with the addresses: one row for each. */
const onceForEachAddress = (items: readonly unknown[]): readonly unknown[] =>
  items.flatMap((item): unknown[] => {
    const addresses = property(item, "DonorAddresses");
    return Array.isArray(addresses) && addresses.length > 1 ? addresses.map(() => item) : [item];
  });

const isSized = wants(({ take }) => take !== undefined);

export const faults = faultsOf("DON-02", {
  gross: {
    "take-is-passed-over": [
      "Every page has the default size, whatever was asked for",
      onWish(paged, { take: undefined }),
    ],
  },
  structural: {
    "campaign-list-passes-over-take": [
      "The list of campaigns is always whole",
      onWish("listCampaigns", { take: undefined }),
    ],
    "donor-page-holds-ten-at-least": [
      "The list of donors takes a page size below ten for ten",
      onWish("listDonors", ({ take = 10 }) => ({ take: Math.max(10, take) }), isSized),
    ],
    "segment-page-size-is-rounded-up": [
      "The segment query rounds the page size up to a multiple of five",
      onWish("querySegments", ({ take }) => ({ take: roundedUp(take, 5) })),
    ],
  },
  behavioural: {
    "gift-page-holds-one-more": [
      "The list of gifts leaves the record in by which it sees whether there is a next page",
      onWish("listGifts", ({ take = 0 }) => ({ take: take + 1 }), isSized),
    ],
    "descending-query-page-is-doubled": [
      "A descending query fetches two pages and does not cut the second off",
      onWish(queries, ({ take = 0 }) => ({ take: take * 2 }), descends, isSized),
    ],
    "details-multiply-donors": [
      "With details a donor is on the page once for each address, since the join is not grouped",
      onRecords(["listDonors", "queryDonors"], onceForEachAddress, withDetails),
      { alsoBreaks: { "DON-03": "Such a donor is on one page more than once." } },
    ],
  },
});
