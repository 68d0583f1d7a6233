import { faultsOf } from "./fault.ts";
import { lists, paged, queries } from "./support/donation-operations.ts";
import { askPage, onPage, onWish, pageIn, wishOf, wishing } from "./support/pages.ts";
import { groupsOf } from "./support/queries.ts";
import { onAnswer, parse, withJson } from "./support/wrappers.ts";

const isDeep = (skip: number | undefined): boolean => (skip ?? 0) > 0;

export const faults = faultsOf("DON-03", {
  gross: {
    "total-counts-the-page": [
      "total is the number of records on the page",
      onPage(paged, (page) => ({ ...page, total: page.items.length })),
      { alsoBreaks: { "DON-23": "Such a total differs from page to page of one filter." } },
    ],
    "total-counts-both-organizations": [
      "total counts the records of another organization as well, the items do not",
      onPage(queries, (page) => ({ ...page, total: page.total + 13 })),
    ],
  },
  structural: {
    "total-counts-what-is-left": [
      "total of the donor list counts from the page on",
      onPage("listDonors", (page, { skip = 0 }) => ({ ...page, total: Math.max(0, page.total - skip) })),
    ],
    "total-is-a-number-of-whole-pages": [
      "total of campaigns is rounded up to whole pages",
      onPage(["listCampaigns", "queryCampaigns"], (page, { take = 1 }) => ({
        ...page,
        total: Math.ceil(page.total / Math.max(1, take)) * Math.max(1, take),
      })),
      { alsoBreaks: { "DON-23": "Such a total differs with the page size under one filter." } },
    ],
    "total-ends-at-a-hundred": [
      "Counting gifts stops at a hundred, for speed",
      onPage(["listGifts", "queryGifts"], (page) => ({ ...page, total: Math.min(100, page.total) })),
      { donors: 250 },
    ],
    "total-beyond-the-end-is-zero": [
      "A query page beyond the end has a total of 0, because the count is a column of its rows",
      onPage(queries, (page) => (page.items.length === 0 ? { ...page, total: 0 } : page)),
    ],
  },
  behavioural: {
    "campaigns-with-details-count-one-less": [
      "With details the list of campaigns counts what comes after the first record",
      onPage("listCampaigns", (page, wish) =>
        wish.includeDetails === true && page.total > 0
          ? { ...page, total: Math.max(0, page.items.length - 1) }
          : page,
      ),
    ],
    "the-last-record-comes-twice-in-a-turned-query": [
      "A descending query of segments has the last record of its page twice",
      onPage("querySegments", (page, wish) => {
        const last = page.items.at(-1);
        return wish.descending === true && page.items.length > 1 && last !== undefined
          ? { ...page, items: [...page.items.slice(0, -2), last, last] }
          : page;
      }),
      {
        alsoBreaks: {
          "DON-06": "Such a page is not the other one turned round.",
          "DON-10": "Nor is it a page in that order.",
        },
      },
    ],
    "second-pages-of-one-are-empty": [
      "The second record of the list of gifts does not come on a page of its own",
      onPage("listGifts", (page, wish) =>
        wish.take === 1 && wish.skip === 1 ? { ...page, items: [] } : page,
      ),
    ],
    "filtered-list-counts-one-too-many": [
      "total is one too high under a free-text filter, on all pages alike",
      onPage(lists, (page, { filter }) => (filter === undefined ? page : { ...page, total: page.total + 1 })),
    ],
    "filtered-query-counts-one-too-few": [
      "total of gifts is one too low under a structured filter, on all pages alike",
      onPage("queryGifts", (page, _wish, { body }) =>
        groupsOf(parse(body)).length === 0 ? page : { ...page, total: Math.max(0, page.total - 1) },
      ),
    ],
    "last-page-loses-its-last-record": [
      "The last record of all donors is on no page",
      onPage("listDonors", (page, { skip = 0, descending }) =>
        descending !== true && skip + page.items.length === page.total && page.items.length > 1
          ? { ...page, items: page.items.slice(0, -1) }
          : page,
      ),
    ],
    "beyond-the-end-it-starts-over": [
      "A page beyond the end of the recurring gifts is the first page again",
      (next) => async (incoming) => {
        const outgoing = await next(incoming);
        const isOver = pageIn(outgoing)?.items.length === 0 && isDeep(wishOf(incoming).skip);
        return incoming.operation === "queryRecurringGifts" && isOver
          ? next(wishing(incoming, { skip: 0 }))
          : outgoing;
      },
    ],
    "gifts-end-at-five-hundred": [
      "The list of gifts is cut at 500 records, its total is not",
      onPage("listGifts", (page, { skip = 0 }) => ({
        ...page,
        items: page.items.slice(0, Math.max(0, 500 - skip)),
      })),
      { donors: 250 },
    ],
    "one-record-in-the-middle-is-on-no-page": [
      "A gift that was archived is counted but not listed",
      onPage("queryGifts", (page, { skip = 0, take = 0 }) => ({
        ...page,
        items: take < 50 ? page.items : page.items.filter((_, index) => skip + index !== 337),
      })),
      { donors: 250 },
    ],
    "a-record-is-on-two-pages": [
      "Later pages of the donor query, by their number, begin with the last record of the page before",
      (next) => async (incoming) => {
        const outgoing = await next(incoming);
        const page = pageIn(outgoing);
        const { skip = 0, take = 0 } = wishOf(incoming);
        if (incoming.operation !== "queryDonors" || page === undefined || skip === 0 || skip % take !== 0)
          return outgoing;
        const before = await askPage(next, incoming, { skip: skip - 1, take: 1 });
        return withJson(outgoing, {
          ...page,
          items: [...(before?.items ?? []), ...page.items].slice(0, take),
        });
      },
      { donors: 250 },
    ],
    "total-is-kept-from-the-first-answer": [
      "The total of campaigns is cached without regard to Filter",
      (next, surroundings) => {
        let kept: number | undefined;
        return onAnswer("listCampaigns", (outgoing) => {
          const page = pageIn(outgoing);
          if (page === undefined) return outgoing;
          kept ??= page.total;
          return withJson(outgoing, { ...page, total: kept });
        })(next, surroundings);
      },
    ],
    "deep-pages-are-empty": [
      "The list of donors has nothing beyond the first 200 under a filter",
      onWish("listDonors", ({ skip = 0, filter }) =>
        filter !== undefined && skip >= 200 ? { skip: 1_000_000 } : {},
      ),
      { donors: 250 },
    ],
    "total-is-take-where-that-is-more": [
      "A list that fits on one page has the page size as its total",
      onPage(["listDonors", "listGifts", "listCampaigns"], (page, { take = 0 }) => ({
        ...page,
        total: Math.max(take, page.total),
      })),
    ],
    "details-count-one-donor-more": [
      "With details the donor list counts the row of its headings",
      onPage("listDonors", (page, { includeDetails }) => ({
        ...page,
        total: includeDetails === true ? page.total + 1 : page.total,
      })),
    ],

    "descending-forgets-the-filter": [
      "The gift list with Descending searches for nothing",
      onWish("listGifts", ({ descending }) => (descending === true ? { filter: undefined } : {})),
    ],
    "a-descending-search-loses-its-first-record": [
      "The donor list with Filter and Descending begins with the second record, its total does not",
      onPage("listDonors", (page, { filter, descending, skip = 0 }) =>
        filter !== undefined && descending === true && skip === 0
          ? { ...page, items: page.items.slice(1) }
          : page,
      ),
    ],
    "details-repeat-donors-when-descending": [
      "The donor query joins details without grouping when it descends: a donor comes once for each address",
      onPage("queryDonors", (page, { descending, includeDetails, take = 100 }) =>
        descending === true && includeDetails === true
          ? { ...page, items: page.items.flatMap((item) => [item, item]).slice(0, take) }
          : page,
      ),
    ],
    "descending-pages-of-fifty-lack-one": [
      "A descending page of fifty gifts and more lacks its last one",
      onPage(["listGifts", "queryGifts"], (page, { descending, take = 0 }) =>
        descending === true && take >= 50 ? { ...page, items: page.items.slice(0, 49) } : page,
      ),
    ],
    "details-count-twice-beyond-the-first-page": [
      "With details the total of later campaign pages counts segments",
      onPage(["listCampaigns", "queryCampaigns"], (page, { includeDetails, skip = 0 }) =>
        includeDetails === true && skip > 0 ? { ...page, total: page.total * 2 } : page,
      ),
    ],
  },
});
