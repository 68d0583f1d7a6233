import type { JsonObject } from "../../harness/model/json-object.ts";
import { faultsOf, type Fault, type Incoming } from "./fault.ts";
import { queries } from "./support/donation-operations.ts";
import { objectOf } from "./support/edit.ts";
import { askPage, pageIn, wishOf } from "./support/pages.ts";
import { onQuery } from "./support/queries.ts";
import { parse, withJson } from "./support/wrappers.ts";

const columnsOf = ({ selectedColumns }: JsonObject): readonly unknown[] =>
  Array.isArray(selectedColumns) ? selectedColumns : [];

const whole = (query: JsonObject): JsonObject => ({ ...query, selectedColumns: undefined });

const queryIn = ({ body }: Incoming): JsonObject => objectOf(parse(body));

/** Merges the selected records with what a change makes of the whole ones. */
const mergedWith =
  (of: string, change: (record: JsonObject) => JsonObject): Fault["wrap"] =>
  (next) =>
  async (incoming) => {
    const outgoing = await next(incoming);
    const page = pageIn(outgoing);
    if (incoming.operation !== of || page === undefined || columnsOf(queryIn(incoming)).length === 0)
      return outgoing;
    const body = JSON.stringify(whole(queryIn(incoming)));
    const full = await askPage(next, { ...incoming, body }, {});
    const items = page.items.map((item, index) => ({
      ...change(objectOf(full?.items[index])),
      ...objectOf(item),
    }));
    return withJson(outgoing, { ...page, items });
  };

export const faults = faultsOf("DON-14", {
  gross: {
    "selected-columns-are-passed-over": ["Every query answers whole records", onQuery(queries, whole)],
  },
  structural: {
    "segment-query-passes-over-columns": [
      "The segment query alone answers whole records",
      onQuery("querySegments", whole),
    ],
    "columns-not-selected-are-null": [
      "Donors have all their fields, and null in those that were not selected",
      mergedWith("queryDonors", (record) =>
        Object.fromEntries(Object.keys(record).map((name) => [name, null])),
      ),
    ],
    "parts-come-with-any-selection": [
      "Fields of gifts that are objects or lists come whatever was selected",
      mergedWith("queryGifts", (record) =>
        Object.fromEntries(
          Object.entries(record).filter(([, value]) => typeof value === "object" && value !== null),
        ),
      ),
    ],
  },
  behavioural: {
    "details-undo-the-selection": [
      "With details a query answers whole records",
      onQuery(queries, (query) => (query["includeDetails"] === true ? whole(query) : query)),
    ],
    "only-the-first-column-comes": [
      "Of several selected columns the campaign query returns the first",
      onQuery("queryCampaigns", (query) =>
        columnsOf(query).length > 1 ? { ...query, selectedColumns: columnsOf(query).slice(0, 1) } : query,
      ),
    ],
    "later-pages-are-whole": [
      "The selection of the donor query counts for the first page",
      onQuery("queryDonors", (query) => (Number(query["skip"] ?? 0) > 0 ? whole(query) : query)),
    ],
    "a-filter-undoes-the-selection": [
      "The gift query answers whole records where it filters",
      onQuery("queryGifts", (query) =>
        Array.isArray(query["groups"]) && query["groups"].length > 0 ? whole(query) : query,
      ),
    ],
    "an-offset-undoes-the-selection": [
      "Later pages of the donor query have all fields",
      onQuery("queryDonors", ({ selectedColumns, ...query }) =>
        Number(query["skip"]) > 0
          ? query
          : { ...query, ...(selectedColumns === undefined ? {} : { selectedColumns }) },
      ),
    ],

    "columns-without-the-id-undo-the-order": [
      "The campaign query orders by a selected column where the sort field is not selected",
      onQuery("queryCampaigns", (query) =>
        columnsOf(query).length > 0 && !columnsOf(query).includes("id")
          ? { ...query, sortBy: columnsOf(query)[0] }
          : query,
      ),
    ],
    "columns-are-of-the-record-before": [
      "Selected columns of later pages of the donor query, beside the id, are those of the record before",
      (next) => async (incoming) => {
        const outgoing = await next(incoming);
        const page = pageIn(outgoing);
        const { skip = 0 } = wishOf(incoming);
        if (incoming.operation !== "queryDonors" || page === undefined || Number(skip) === 0) return outgoing;
        if (!columnsOf(queryIn(incoming)).includes("id") || page.items.length < 2) return outgoing;
        const items = page.items.map((item, index) => ({
          ...objectOf(page.items.at(index - 1)),
          id: objectOf(item)["id"],
        }));
        return withJson(outgoing, { ...page, items });
      },
    ],
  },
});
