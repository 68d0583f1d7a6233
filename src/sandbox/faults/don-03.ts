import { defineFault, type Fault } from "./fault.ts";
import { lists, paged, queries } from "./support/donation-operations.ts";
import { askPage, onPage, onWish, pageIn, wishOf, wishing } from "./support/pages.ts";
import { groupsOf } from "./support/queries.ts";
import { onAnswer, parse, withJson } from "./support/wrappers.ts";

const isDeep = (skip: number | undefined): boolean => (skip ?? 0) > 0;

export const faults: readonly Fault[] = [
  defineFault({
    id: "total-counts-the-page",
    fact: "DON-03",
    grade: "gross",
    title: "total is the number of records on the page",
    drags: { "DON-23": "Such a total differs from page to page of one filter." },
    wrap: onPage(paged, (page) => ({ ...page, total: page.items.length })),
  }),
  defineFault({
    id: "total-counts-both-organizations",
    fact: "DON-03",
    grade: "gross",
    title: "total counts the records of another organization as well, the items do not",
    wrap: onPage(queries, (page) => ({ ...page, total: page.total + 13 })),
  }),
  defineFault({
    id: "total-counts-what-is-left",
    fact: "DON-03",
    grade: "structural",
    title: "total of the donor list counts from the page on",
    wrap: onPage("listDonors", (page, { skip = 0 }) => ({ ...page, total: Math.max(0, page.total - skip) })),
  }),
  defineFault({
    id: "total-is-a-number-of-whole-pages",
    fact: "DON-03",
    grade: "structural",
    title: "total of campaigns is rounded up to whole pages",
    drags: { "DON-23": "Such a total differs with the page size under one filter." },
    wrap: onPage(["listCampaigns", "queryCampaigns"], (page, { take = 1 }) => ({
      ...page,
      total: Math.ceil(page.total / Math.max(1, take)) * Math.max(1, take),
    })),
  }),
  defineFault({
    id: "total-ends-at-a-hundred",
    fact: "DON-03",
    grade: "structural",
    title: "Counting gifts stops at a hundred, for speed",
    donors: 250,
    wrap: onPage(["listGifts", "queryGifts"], (page) => ({ ...page, total: Math.min(100, page.total) })),
  }),
  defineFault({
    id: "total-beyond-the-end-is-zero",
    fact: "DON-03",
    grade: "structural",
    title: "A query page beyond the end tells a total of 0, since the count stands in its rows",
    wrap: onPage(queries, (page) => (page.items.length === 0 ? { ...page, total: 0 } : page)),
  }),
  defineFault({
    id: "filtered-list-counts-one-too-many",
    fact: "DON-03",
    grade: "behavioural",
    title: "total is one too high under a free-text filter, on all pages alike",
    wrap: onPage(lists, (page, { filter }) =>
      filter === undefined ? page : { ...page, total: page.total + 1 },
    ),
  }),
  defineFault({
    id: "filtered-query-counts-one-too-few",
    fact: "DON-03",
    grade: "behavioural",
    title: "total of gifts is one too low under a structured filter, on all pages alike",
    wrap: onPage("queryGifts", (page, _wish, { body }) =>
      groupsOf(parse(body)).length === 0 ? page : { ...page, total: Math.max(0, page.total - 1) },
    ),
  }),
  defineFault({
    id: "last-page-loses-its-last-record",
    fact: "DON-03",
    grade: "behavioural",
    title: "The last record of all donors is on no page",
    wrap: onPage("listDonors", (page, { skip = 0, descending }) =>
      descending !== true && skip + page.items.length === page.total && page.items.length > 1
        ? { ...page, items: page.items.slice(0, -1) }
        : page,
    ),
  }),
  defineFault({
    id: "beyond-the-end-it-starts-over",
    fact: "DON-03",
    grade: "behavioural",
    title: "A page beyond the end of the recurring gifts is the first page again",
    wrap: (next) => async (incoming) => {
      const outgoing = await next(incoming);
      const isOver = pageIn(outgoing)?.items.length === 0 && isDeep(wishOf(incoming).skip);
      return incoming.operation === "queryRecurringGifts" && isOver
        ? next(wishing(incoming, { skip: 0 }))
        : outgoing;
    },
  }),
  defineFault({
    id: "gifts-end-at-five-hundred",
    fact: "DON-03",
    grade: "behavioural",
    title: "The list of gifts is cut at 500 records, its total is not",
    donors: 250,
    wrap: onPage("listGifts", (page, { skip = 0 }) => ({
      ...page,
      items: page.items.slice(0, Math.max(0, 500 - skip)),
    })),
  }),
  defineFault({
    id: "one-record-in-the-middle-is-on-no-page",
    fact: "DON-03",
    grade: "behavioural",
    title: "A gift that was archived is counted but not listed",
    donors: 250,
    wrap: onPage("queryGifts", (page, { skip = 0, take = 0 }) => ({
      ...page,
      items: take < 50 ? page.items : page.items.filter((_, index) => skip + index !== 337),
    })),
  }),
  defineFault({
    id: "a-record-is-on-two-pages",
    fact: "DON-03",
    grade: "behavioural",
    title: "Later pages of the donor query, by their number, begin with the last record of the page before",
    donors: 250,
    wrap: (next) => async (incoming) => {
      const outgoing = await next(incoming);
      const page = pageIn(outgoing);
      const { skip = 0, take = 0 } = wishOf(incoming);
      if (incoming.operation !== "queryDonors" || page === undefined || skip === 0 || skip % take !== 0)
        return outgoing;
      const before = await askPage(next, incoming, { skip: skip - 1, take: 1 });
      return withJson(outgoing, { ...page, items: [...(before?.items ?? []), ...page.items].slice(0, take) });
    },
  }),
  defineFault({
    id: "total-is-kept-from-the-first-answer",
    fact: "DON-03",
    grade: "behavioural",
    title: "The total of campaigns is cached without regard to Filter",
    wrap: (next, surroundings) => {
      let kept: number | undefined;
      return onAnswer("listCampaigns", (outgoing) => {
        const page = pageIn(outgoing);
        if (page === undefined) return outgoing;
        kept ??= page.total;
        return withJson(outgoing, { ...page, total: kept });
      })(next, surroundings);
    },
  }),
  defineFault({
    id: "deep-pages-are-empty",
    fact: "DON-03",
    grade: "behavioural",
    title: "The list of donors has nothing beyond the first 200 under a filter",
    donors: 250,
    wrap: onWish("listDonors", ({ skip = 0, filter }) =>
      filter !== undefined && skip >= 200 ? { skip: 1_000_000 } : {},
    ),
  }),
  defineFault({
    id: "total-is-take-where-that-is-more",
    fact: "DON-03",
    grade: "behavioural",
    title: "A list that fits on one page tells the page size for its total",
    wrap: onPage(["listDonors", "listGifts", "listCampaigns"], (page, { take = 0 }) => ({
      ...page,
      total: Math.max(take, page.total),
    })),
  }),
  defineFault({
    id: "details-count-one-donor-more",
    fact: "DON-03",
    grade: "behavioural",
    title: "With details the donor list counts the row of its headings",
    wrap: onPage("listDonors", (page, { includeDetails }) => ({
      ...page,
      total: includeDetails === true ? page.total + 1 : page.total,
    })),
  }),
];
