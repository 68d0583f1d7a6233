import { defineFault, type Fault } from "./fault.ts";
import { paged, queries } from "./support/donation-operations.ts";
import { property } from "./support/edit.ts";
import { onPage, onWish, type Page } from "./support/pages.ts";

const roundedUp = (take: number | undefined, step: number): number | undefined =>
  take === undefined ? undefined : Math.ceil(take / step) * step;

/** As a join with the addresses does: one row for each of them. */
const onceForEachAddress = (page: Page): Page => ({
  ...page,
  items: page.items.flatMap((item): unknown[] => {
    const addresses = property(item, "DonorAddresses");
    return Array.isArray(addresses) && addresses.length > 1 ? addresses.map(() => item) : [item];
  }),
});

export const faults: readonly Fault[] = [
  defineFault({
    id: "take-is-passed-over",
    fact: "DON-02",
    grade: "gross",
    title: "Every page has the default size, whatever was asked for",
    wrap: onWish(paged, () => ({ take: undefined })),
  }),
  defineFault({
    id: "campaign-list-passes-over-take",
    fact: "DON-02",
    grade: "structural",
    title: "The list of campaigns is always whole",
    wrap: onWish("listCampaigns", () => ({ take: undefined })),
  }),
  defineFault({
    id: "donor-page-holds-ten-at-least",
    fact: "DON-02",
    grade: "structural",
    title: "The list of donors takes a page size below ten for ten",
    wrap: onWish("listDonors", ({ take }) => ({ take: take === undefined ? undefined : Math.max(10, take) })),
  }),
  defineFault({
    id: "segment-page-size-is-rounded-up",
    fact: "DON-02",
    grade: "structural",
    title: "The segment query rounds the page size up to a multiple of five",
    wrap: onWish("querySegments", ({ take }) => ({ take: roundedUp(take, 5) })),
  }),
  defineFault({
    id: "gift-page-holds-one-more",
    fact: "DON-02",
    grade: "behavioural",
    title: "The list of gifts leaves the record in by which it sees whether there is a next page",
    wrap: onWish("listGifts", ({ take }) => ({ take: take === undefined ? undefined : take + 1 })),
  }),
  defineFault({
    id: "descending-query-page-is-doubled",
    fact: "DON-02",
    grade: "behavioural",
    title: "A descending query fetches two pages and does not cut the second off",
    wrap: onWish(queries, ({ take, descending }) => ({
      take: descending === true && take !== undefined ? take * 2 : take,
    })),
  }),
  defineFault({
    id: "details-multiply-donors",
    fact: "DON-02",
    grade: "behavioural",
    title: "With details a donor stands on the page once for each address, since the join is not grouped",
    wrap: onPage(["listDonors", "queryDonors"], (page, { includeDetails }) =>
      includeDetails === true ? onceForEachAddress(page) : page,
    ),
  }),
];
