import { faultsOf } from "./fault.ts";
import { lists, queries } from "./support/names.ts";
import { descends, onWish, searches, skips, wants, withDetails } from "./support/pages.ts";
import { asksWith } from "./support/requests.ts";

const tiling = { alsoBreaks: { "DON-03": "Pages that begin elsewhere do not tile the result." } };

const first = { skip: undefined };

export const faults = faultsOf("DON-07", {
  gross: {
    "lists-pass-over-skip": ["Every page of a list is the first", onWish(lists, first), tiling],
    "skip-counts-pages": [
      "skip of the queries counts pages in place of records",
      onWish(queries, ({ skip = 0, take = 100 }) => ({ skip: skip * take })),
      tiling,
    ],
  },
  structural: {
    "segment-query-passes-over-skip": [
      "Every page of the segment query is the first",
      onWish("querySegments", first),
      tiling,
    ],
  },
  behavioural: {
    "skip-counts-from-one": [
      "Skip of the gift list is the position of the first record, counted from one",
      onWish("listGifts", ({ skip = 0 }) => ({ skip: Math.max(0, skip - 1) }), asksWith("Skip")),
      tiling,
    ],
    "skip-skips-one-too-many": [
      "The donor query skips one record more than Skip says",
      onWish("queryDonors", ({ skip = 0 }) => ({ skip: skip + 1 }), skips),
      tiling,
    ],
    "skip-rounds-down-to-whole-pages": [
      "The list of campaigns begins at the page that holds the record",
      onWish("listCampaigns", ({ skip = 0, take = 100 }) => ({
        skip: take === 0 ? skip : skip - (skip % take),
      })),
      { alsoBreaks: { "DON-03": "A page of one whose first record is another." } },
    ],
    "skip-ends-at-hundred-and-fifty": [
      "The donor list skips 150 records at most",
      onWish("listDonors", ({ skip = 0 }) => ({ skip: Math.min(150, skip) })),
      { donors: 250, ...tiling },
    ],
    "skip-is-passed-over-under-a-filter": [
      "With Filter, every page of the gift list is the first",
      onWish("listGifts", first, searches),
      tiling,
    ],
    "skip-is-passed-over-when-descending": [
      "A descending query of recurring gifts always begins at the last record",
      onWish("queryRecurringGifts", first, descends),
      { alsoBreaks: { "DON-03": "A page holds more records than there are from its place on." } },
    ],
    "long-pages-skip-twice": [
      "Two layers of the donor list skip where a page is longer than fifty",
      onWish(
        "listDonors",
        ({ skip = 0 }) => ({ skip: 2 * skip }),
        wants(({ take = 0 }) => take >= 50),
      ),
      tiling,
    ],
    "details-undo-skip": [
      "Every page of the campaign query with details is the first",
      onWish("queryCampaigns", first, withDetails),
      tiling,
    ],
    "a-descending-search-skips-one-more": [
      "The donor list with Filter and Descending skips one record more than Skip says",
      onWish("listDonors", ({ skip = 0 }) => ({ skip: skip + 1 }), searches, descends, skips),
      { alsoBreaks: { "DON-03": "The pages together lack the records that were skipped in addition." } },
    ],
  },
});
