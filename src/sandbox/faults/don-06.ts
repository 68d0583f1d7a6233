import { faultsOf, type Answering, type Incoming } from "./fault.ts";
import { paged, queries, lists } from "./support/donation-operations.ts";
import { property } from "./support/edit.ts";
import { askPage, onWish, pageIn, wishing, wishOf } from "./support/pages.ts";
import { onRequest, withJson } from "./support/wrappers.ts";
import { conditionsOf, groupsOf, onQuery } from "./support/queries.ts";

/** All records in ascending order of a wish, as far as one page goes. */
const ascending = async (next: Answering, incoming: Incoming): Promise<readonly unknown[]> =>
  (await askPage(next, incoming, { skip: 0, take: 1000, descending: false }))?.items ?? [];

/** The day on which a record was modified: YYYY-MM-DD. */
const dayOf = (record: unknown): string => String(property(record, "modifiedDate")).slice(0, 10);

export const faults = faultsOf("DON-06", {
  gross: {
    "descending-is-passed-over": [
      "Lists and queries are always ascending",
      onWish(paged, () => ({ descending: undefined })),
    ],
  },
  structural: {
    "segment-query-passes-over-descending": [
      "The segment query is always ascending",
      onWish("querySegments", () => ({ descending: undefined })),
    ],
    "campaign-list-turns-descending-round": [
      "The list of campaigns descends on false and ascends on true",
      onWish("listCampaigns", ({ descending }) => ({
        descending: descending === undefined ? undefined : !descending,
      })),
    ],
    "descending-means-being-there": [
      "The list of donors descends as soon as Descending is there, even with false",
      onRequest("listDonors", (incoming) => {
        if (!incoming.url.searchParams.has("Descending")) return incoming;
        const url = new URL(incoming.url);
        url.searchParams.set("Descending", "true");
        return { ...incoming, url };
      }),
    ],
  },
  behavioural: {
    "descending-reverses-the-page-alone": [
      "The query of gifts cuts the page first and reverses it then",
      (next) => async (incoming) => {
        if (incoming.operation !== "queryGifts" || wishOf(incoming).descending !== true)
          return next(incoming);
        const outgoing = await next(wishing(incoming, { descending: false }));
        const page = pageIn(outgoing);
        return page === undefined
          ? outgoing
          : withJson(outgoing, { ...page, items: page.items.toReversed() });
      },
    ],
    "descending-turns-days-alone": [
      "Donors modified on the same day are in ascending order either way",
      (next) => async (incoming) => {
        const { descending, sortBy, skip = 0, take = 100 } = wishOf(incoming);
        const outgoing = await next(incoming);
        const page = pageIn(outgoing);
        const isMeant =
          incoming.operation === "listDonors" && descending === true && /^modified/i.test(sortBy ?? "");
        if (!isMeant || page === undefined) return outgoing;
        const all = (await ascending(next, incoming)).toSorted((one, other) =>
          dayOf(other).localeCompare(dayOf(one)),
        );
        return withJson(outgoing, { ...page, items: all.slice(skip, skip + take) });
      },
    ],
    "later-pages-ascend": [
      "Descending of the donor query counts on the first page only",
      onWish("queryDonors", ({ skip = 0, descending }) => ({
        descending: skip > 0 ? false : descending,
      })),
    ],
    "descending-counts-for-ids-alone": [
      "Queries that are ordered by anything but id are always ascending",
      onWish(queries, ({ sortBy, descending }) => ({
        descending: (sortBy ?? "id").toLowerCase() === "id" ? descending : false,
      })),
    ],
    "gift-list-by-modification-never-descends": [
      "The gift list ordered by modification does not know Descending",
      onWish("listGifts", ({ sortBy = "" }) =>
        sortBy.toLowerCase() === "modifieddatetimeutc" ? { descending: false } : {},
      ),
    ],

    "a-search-never-descends": [
      "The list of campaigns passes over Descending where it searches",
      onWish("listCampaigns", ({ filter }) => (filter === undefined ? {} : { descending: false })),
    ],
    "details-undo-descending": [
      "The list of donors with details is always ascending",
      onWish("listDonors", ({ includeDetails }) => (includeDetails === true ? { descending: false } : {})),
    ],
    "capitals-in-sort-by-undo-descending": [
      "A list whose SortBy has a capital letter is always ascending",
      onWish(lists, ({ sortBy = "" }) => (sortBy === sortBy.toLowerCase() ? {} : { descending: false })),
    ],
    "either-undoes-descending": [
      "A query that joins by OR is always ascending",
      onQuery(queries, (query) =>
        groupsOf(query).some((group) => group["conjunct"] === 1 && conditionsOf(group).length > 1)
          ? { ...query, descending: false }
          : query,
      ),
    ],
    "columns-without-the-id-undo-descending": [
      "The gift query orders by what was selected alone: without the sort field it ascends",
      onQuery("queryGifts", (query) =>
        Array.isArray(query["selectedColumns"]) && !query["selectedColumns"].includes("id")
          ? { ...query, descending: false }
          : query,
      ),
    ],
    "ids-in-capitals-are-never-descending": [
      "Descending is passed over by lists whose SortBy is ID in capitals",
      onWish(["listDonors", "listGifts", "listCampaigns"], ({ sortBy, descending }) => ({
        descending: sortBy === "ID" ? undefined : descending,
      })),
    ],
  },
});
