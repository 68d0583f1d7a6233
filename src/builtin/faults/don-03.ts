import { faultsOf } from "./fault.ts";
import { lists, paged, queries } from "./support/names.ts";
import {
  descends,
  onPageAsking,
  onRecords,
  onTotal,
  onWish,
  searches,
  skips,
  wants,
  withDetails,
} from "./support/pages.ts";
import { isFiltered } from "./support/queries.ts";

const campaigns = ["listCampaigns", "queryCampaigns"] as const;

const gifts = ["listGifts", "queryGifts"] as const;

export const faults = faultsOf("DON-03", {
  gross: {
    "total-counts-the-page": [
      "total is the number of records on the page",
      onTotal(paged, (_total, _wish, { items }) => items.length),
      { alsoBreaks: { "DON-23": "Such a total differs from page to page of one filter." } },
    ],
    "total-counts-both-organizations": [
      "total counts the records of another organization as well, the items do not",
      onTotal(queries, (total) => total + 13),
    ],
  },
  structural: {
    "total-counts-what-is-left": [
      "total of the donor list counts from the page on",
      onTotal("listDonors", (total, { skip = 0 }) => Math.max(0, total - skip)),
    ],
    "total-is-a-number-of-whole-pages": [
      "total of campaigns is rounded up to whole pages",
      onTotal(campaigns, (total, { take = 1 }) => Math.ceil(total / Math.max(1, take)) * Math.max(1, take)),
      { alsoBreaks: { "DON-23": "Such a total differs with the page size under one filter." } },
    ],
    "total-ends-at-a-hundred": [
      "Counting gifts stops at a hundred, for speed",
      onTotal(gifts, (total) => Math.min(100, total)),
      { donors: 250 },
    ],
    "total-beyond-the-end-is-zero": [
      "A query page beyond the end has a total of 0, because the count is a column of its rows",
      onTotal(queries, (total, _wish, { items }) => (items.length === 0 ? 0 : total)),
    ],
  },
  behavioural: {
    "campaigns-with-details-count-one-less": [
      "With details the list of campaigns counts what comes after the first record",
      onTotal(
        "listCampaigns",
        (total, _wish, { items }) => (total > 0 ? Math.max(0, items.length - 1) : total),
        withDetails,
      ),
    ],
    "the-last-record-comes-twice-in-a-turned-query": [
      "A descending query of segments has the last record of its page twice",
      onRecords(
        "querySegments",
        (items) => (items.length > 1 ? [...items.slice(0, -2), items.at(-1), items.at(-1)] : items),
        descends,
      ),
      {
        alsoBreaks: {
          "DON-06": "Such a page is not the other one turned round.",
          "DON-10": "Nor is it a page in that order.",
        },
      },
    ],
    "second-pages-of-one-are-empty": [
      "The second record of the list of gifts does not come on a page of its own",
      onRecords(
        "listGifts",
        () => [],
        wants(({ take, skip }) => take === 1 && skip === 1),
      ),
    ],
    "filtered-list-counts-one-too-many": [
      "total is one too high under a free-text filter, on all pages alike",
      onTotal(lists, (total) => total + 1, searches),
    ],
    "filtered-query-counts-one-too-few": [
      "total of gifts is one too low under a structured filter, on all pages alike",
      onTotal("queryGifts", (total) => Math.max(0, total - 1), isFiltered),
    ],
    "last-page-loses-its-last-record": [
      "The last record of all donors is on no page",
      onRecords("listDonors", (items, { skip = 0, descending }, { total }) =>
        descending !== true && skip + items.length === total && items.length > 1 ? items.slice(0, -1) : items,
      ),
    ],
    "beyond-the-end-it-starts-over": [
      "A page beyond the end of the recurring gifts is the first page again",
      onPageAsking(
        "queryRecurringGifts",
        async (page, _wish, ask) => (page.items.length === 0 ? ask({ skip: 0 }) : page),
        skips,
      ),
    ],
    "gifts-end-at-five-hundred": [
      "The list of gifts is cut at 500 records, its total is not",
      onRecords("listGifts", (items, { skip = 0 }) => items.slice(0, Math.max(0, 500 - skip))),
      { donors: 250 },
    ],
    "one-record-in-the-middle-is-on-no-page": [
      "A gift that was archived is counted but not listed",
      onRecords("queryGifts", (items, { skip = 0, take = 0 }) =>
        take < 50 ? items : items.filter((_, index) => skip + index !== 337),
      ),
      { donors: 250 },
    ],
    "a-record-is-on-two-pages": [
      "Later pages of the donor query, by their number, begin with the last record of the page before",
      onPageAsking(
        "queryDonors",
        async (page, { skip = 0, take = 0 }, ask) => {
          if (skip % take !== 0) return page;
          const before = await ask({ skip: skip - 1, take: 1 });
          return { ...page, items: [...(before?.items ?? []), ...page.items].slice(0, take) };
        },
        skips,
      ),
      { donors: 250 },
    ],
    "total-is-kept-from-the-first-answer": [
      "The total of campaigns is cached without regard to Filter",
      (next, here) => {
        let kept: number | undefined;
        return onTotal("listCampaigns", (total) => (kept ??= total))(next, here);
      },
    ],
    "deep-pages-are-empty": [
      "The list of donors has nothing beyond the first 200 under a filter",
      onWish(
        "listDonors",
        { skip: 1_000_000 },
        searches,
        wants(({ skip = 0 }) => skip >= 200),
      ),
      { donors: 250 },
    ],
    "total-is-take-where-that-is-more": [
      "A list that fits on one page has the page size as its total",
      onTotal(lists, (total, { take = 0 }) => Math.max(take, total)),
    ],
    "details-count-one-donor-more": [
      "With details the donor list counts the row of its headings",
      onTotal("listDonors", (total) => total + 1, withDetails),
    ],
    "descending-forgets-the-filter": [
      "The gift list with Descending searches for nothing",
      onWish("listGifts", { filter: undefined }, descends),
    ],
    "a-descending-search-loses-its-first-record": [
      "The donor list with Filter and Descending begins with the second record, its total does not",
      onRecords(
        "listDonors",
        (items, { skip = 0 }) => (skip === 0 ? items.slice(1) : items),
        searches,
        descends,
      ),
      { alsoBreaks: { "DON-07": "One skipped record leaves the page as it was without." } },
    ],
    "details-repeat-donors-when-descending": [
      "The donor query joins details without grouping when it descends: a donor comes once for each address",
      onRecords(
        "queryDonors",
        (items, { take = 100 }) => items.flatMap((item) => [item, item]).slice(0, take),
        descends,
        withDetails,
      ),
    ],
    "descending-pages-of-fifty-lack-one": [
      "A descending page of fifty gifts and more lacks its last one",
      onRecords(gifts, (items, { take = 0 }) => (take >= 50 ? items.slice(0, 49) : items), descends),
    ],
    "details-count-twice-beyond-the-first-page": [
      "With details the total of later campaign pages counts segments",
      onTotal(campaigns, (total) => total * 2, withDetails, skips),
    ],
  },
});
