import { defineFault, type Answering, type Fault, type Incoming } from "./fault.ts";
import { paged, queries } from "./support/donation-operations.ts";
import { property } from "./support/edit.ts";
import { askPage, onWish, pageIn, wishing, wishOf } from "./support/pages.ts";
import { onRequest, withJson } from "./support/wrappers.ts";

/** All records in ascending order of a wish, as far as one page goes. */
const ascending = async (next: Answering, incoming: Incoming): Promise<readonly unknown[]> =>
  (await askPage(next, incoming, { skip: 0, take: 1000, descending: false }))?.items ?? [];

const modifiedOf = (record: unknown): string => String(property(record, "modifiedDate"));

export const faults: readonly Fault[] = [
  defineFault({
    id: "descending-is-passed-over",
    fact: "DON-06",
    grade: "gross",
    title: "Lists and queries are always ascending",
    wrap: onWish(paged, () => ({ descending: undefined })),
  }),
  defineFault({
    id: "segment-query-passes-over-descending",
    fact: "DON-06",
    grade: "structural",
    title: "The segment query is always ascending",
    wrap: onWish("querySegments", () => ({ descending: undefined })),
  }),
  defineFault({
    id: "campaign-list-turns-descending-round",
    fact: "DON-06",
    grade: "structural",
    title: "The list of campaigns descends on false and ascends on true",
    wrap: onWish("listCampaigns", ({ descending }) => ({
      descending: descending === undefined ? undefined : !descending,
    })),
  }),
  defineFault({
    id: "descending-means-being-there",
    fact: "DON-06",
    grade: "structural",
    title: "The list of donors descends as soon as Descending is there, even with false",
    wrap: onRequest("listDonors", (incoming) => {
      if (!incoming.url.searchParams.has("Descending")) return incoming;
      const url = new URL(incoming.url);
      url.searchParams.set("Descending", "true");
      return { ...incoming, url };
    }),
  }),
  defineFault({
    id: "descending-reverses-the-page-alone",
    fact: "DON-06",
    grade: "behavioural",
    title: "The query of gifts cuts the page first and reverses it then",
    wrap: (next) => async (incoming) => {
      if (incoming.operation !== "queryGifts" || wishOf(incoming).descending !== true) return next(incoming);
      const outgoing = await next(wishing(incoming, { descending: false }));
      const page = pageIn(outgoing);
      return page === undefined ? outgoing : withJson(outgoing, { ...page, items: page.items.toReversed() });
    },
  }),
  defineFault({
    id: "descending-keeps-ties",
    fact: "DON-06",
    grade: "behavioural",
    title: "Donors modified at the same instant stand in ascending order of their ids either way",
    wrap: (next) => async (incoming) => {
      const { descending, sortBy, skip = 0, take = 100 } = wishOf(incoming);
      const outgoing = await next(incoming);
      const page = pageIn(outgoing);
      const isMeant =
        incoming.operation === "listDonors" && descending === true && /^modified/i.test(sortBy ?? "");
      if (!isMeant || page === undefined) return outgoing;
      const all = (await ascending(next, incoming)).toSorted((one, other) =>
        modifiedOf(other).localeCompare(modifiedOf(one)),
      );
      return withJson(outgoing, { ...page, items: all.slice(skip, skip + take) });
    },
  }),
  defineFault({
    id: "later-pages-ascend",
    fact: "DON-06",
    grade: "behavioural",
    title: "Descending of the donor query counts on the first page only",
    wrap: onWish("queryDonors", ({ skip = 0, descending }) => ({
      descending: skip > 0 ? false : descending,
    })),
  }),
  defineFault({
    id: "descending-counts-for-ids-alone",
    fact: "DON-06",
    grade: "behavioural",
    title: "Queries that are ordered by anything but id are always ascending",
    wrap: onWish(queries, ({ sortBy, descending }) => ({
      descending: (sortBy ?? "id").toLowerCase() === "id" ? descending : false,
    })),
  }),
  defineFault({
    id: "gift-list-by-modification-never-descends",
    fact: "DON-06",
    grade: "behavioural",
    title: "The gift list ordered by modification does not know Descending",
    wrap: onWish("listGifts", ({ sortBy = "" }) =>
      sortBy.toLowerCase() === "modifieddatetimeutc" ? { descending: false } : {},
    ),
  }),
];
