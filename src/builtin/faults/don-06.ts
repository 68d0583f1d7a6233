import { faultsOf } from "./fault.ts";
import { property } from "./support/edit.ts";
import { lists, paged, queries } from "./support/names.ts";
import {
  byCapitals,
  byModification,
  descends,
  onPageAsking,
  onWish,
  searches,
  skips,
  wants,
  withDetails,
} from "./support/pages.ts";
import { selectedColumnsOf, joinsByOr } from "./support/queries.ts";
import { asksWith, sends } from "./support/requests.ts";

/** The day of a record's last modification: YYYY-MM-DD. */
const dayOf = (record: unknown): string => String(property(record, "modifiedDate")).slice(0, 10);

const byModifiedField = wants(({ sortBy = "" }) => /^modified/i.test(sortBy));

const ascending = { descending: false };

export const faults = faultsOf("DON-06", {
  gross: {
    "descending-is-passed-over": [
      "Lists and queries are always ascending",
      onWish(paged, { descending: undefined }),
    ],
  },
  structural: {
    "segment-query-passes-over-descending": [
      "The segment query is always ascending",
      onWish("querySegments", { descending: undefined }),
    ],
    "campaign-list-turns-descending-round": [
      "The list of campaigns descends on false and ascends on true",
      onWish(
        "listCampaigns",
        ({ descending }) => ({ descending: descending === false }),
        asksWith("Descending"),
      ),
    ],
    "descending-means-being-there": [
      "The list of donors descends as soon as Descending is there, even with false",
      onWish("listDonors", { descending: true }, asksWith("Descending")),
    ],
  },
  behavioural: {
    "descending-reverses-the-page-alone": [
      "The query of gifts cuts the page first and reverses it then",
      onPageAsking(
        "queryGifts",
        async (page, _wish, ask) => {
          const other = (await ask(ascending)) ?? page;
          return { ...other, items: other.items.toReversed() };
        },
        descends,
      ),
    ],
    "descending-turns-days-alone": [
      "Donors modified on the same day are in ascending order either way",
      onPageAsking(
        "listDonors",
        async (page, { skip = 0, take = 100 }, ask) => {
          const all = await ask({ ...ascending, skip: 0, take: 1000 });
          const items = all?.items.toSorted((one, other) => dayOf(other).localeCompare(dayOf(one))) ?? [];
          return { ...page, items: items.slice(skip, skip + take) };
        },
        descends,
        byModifiedField,
      ),
    ],
    "later-pages-ascend": [
      "Descending of the donor query counts on the first page only",
      onWish("queryDonors", ascending, skips),
    ],
    "descending-counts-for-ids-alone": [
      "Queries that are ordered by anything but id are always ascending",
      onWish(
        queries,
        ascending,
        wants(({ sortBy = "id" }) => sortBy.toLowerCase() !== "id"),
      ),
    ],
    "gift-list-by-modification-never-descends": [
      "The gift list ordered by modification does not know Descending",
      onWish("listGifts", ascending, byModification),
    ],
    "a-search-never-descends": [
      "The list of campaigns passes over Descending where it searches",
      onWish("listCampaigns", ascending, searches),
    ],
    "details-undo-descending": [
      "The list of donors with details is always ascending",
      onWish("listDonors", ascending, withDetails),
    ],
    "capitals-in-sort-by-undo-descending": [
      "A list whose SortBy has a capital letter is always ascending",
      onWish(lists, ascending, byCapitals),
    ],
    "either-undoes-descending": [
      "A query that joins by OR is always ascending",
      onWish(queries, ascending, joinsByOr),
    ],
    "columns-without-the-id-undo-descending": [
      "The gift query orders by what was selected alone: without the sort field it ascends",
      onWish(
        "queryGifts",
        ascending,
        sends((query) => selectedColumnsOf(query).length > 0 && !selectedColumnsOf(query).includes("id")),
      ),
    ],
    "ids-in-capitals-are-never-descending": [
      "Descending is passed over by lists whose SortBy is ID in capitals",
      onWish(
        lists,
        { descending: undefined },
        wants(({ sortBy }) => sortBy === "ID"),
      ),
    ],
  },
});
