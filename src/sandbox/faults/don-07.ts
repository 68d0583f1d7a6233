import { defineFault, type Fault } from "./fault.ts";
import { lists, queries } from "./support/donation-operations.ts";
import { onWish } from "./support/pages.ts";

const tiling = "Pages that begin elsewhere do not tile the result.";

export const faults: readonly Fault[] = [
  defineFault({
    id: "lists-pass-over-skip",
    fact: "DON-07",
    grade: "gross",
    title: "Every page of a list is the first",
    drags: { "DON-03": tiling },
    wrap: onWish(lists, () => ({ skip: undefined })),
  }),
  defineFault({
    id: "skip-counts-pages",
    fact: "DON-07",
    grade: "gross",
    title: "skip of the queries counts pages in place of records",
    drags: { "DON-03": tiling },
    wrap: onWish(queries, ({ skip = 0, take = 100 }) => ({ skip: skip * take })),
  }),
  defineFault({
    id: "segment-query-passes-over-skip",
    fact: "DON-07",
    grade: "structural",
    title: "Every page of the segment query is the first",
    drags: { "DON-03": tiling },
    wrap: onWish("querySegments", () => ({ skip: undefined })),
  }),
  defineFault({
    id: "skip-counts-from-one",
    fact: "DON-07",
    grade: "behavioural",
    title: "Skip of the gift list is the position of the first record, counted from one",
    drags: { "DON-03": tiling },
    wrap: onWish("listGifts", ({ skip }) => ({
      skip: skip === undefined ? undefined : Math.max(0, skip - 1),
    })),
  }),
  defineFault({
    id: "skip-skips-one-too-many",
    fact: "DON-07",
    grade: "behavioural",
    title: "The donor query skips one record more than it is told",
    drags: { "DON-03": tiling },
    wrap: onWish("queryDonors", ({ skip = 0 }) => ({ skip: skip === 0 ? 0 : skip + 1 })),
  }),
  defineFault({
    id: "skip-rounds-down-to-whole-pages",
    fact: "DON-07",
    grade: "behavioural",
    title: "The list of campaigns begins at the page that holds the record",
    drags: { "DON-03": "A page of one whose first record is another." },
    wrap: onWish("listCampaigns", ({ skip = 0, take = 100 }) => ({
      skip: take === 0 ? skip : skip - (skip % take),
    })),
  }),
  defineFault({
    id: "skip-ends-at-hundred-and-fifty",
    fact: "DON-07",
    grade: "behavioural",
    title: "The donor list skips 150 records at most",
    donors: 250,
    drags: { "DON-03": tiling },
    wrap: onWish("listDonors", ({ skip = 0 }) => ({ skip: Math.min(150, skip) })),
  }),
  defineFault({
    id: "skip-is-passed-over-under-a-filter",
    fact: "DON-07",
    grade: "behavioural",
    title: "With Filter, every page of the gift list is the first",
    drags: { "DON-03": tiling },
    wrap: onWish("listGifts", ({ skip, filter }) => ({ skip: filter === undefined ? skip : undefined })),
  }),
  defineFault({
    id: "skip-is-passed-over-when-descending",
    fact: "DON-07",
    grade: "behavioural",
    title: "A descending query of recurring gifts always begins at the last record",
    wrap: onWish("queryRecurringGifts", ({ skip, descending }) => ({ skip: descending === true ? 0 : skip })),
  }),
  defineFault({
    id: "long-pages-skip-twice",
    fact: "DON-07",
    grade: "behavioural",
    title: "Two layers of the donor list skip where a page is longer than fifty",
    drags: { "DON-03": tiling },
    wrap: onWish("listDonors", ({ skip = 0, take = 0 }) => (take >= 50 ? { skip: 2 * skip } : {})),
  }),
];
