import type { JsonObject } from "../../core/model/json-object.ts";
import { type Fault, faultsOf } from "./fault.ts";
import { objectOf, property } from "./support/edit.ts";
import { type Of, onSentField } from "./support/rows.ts";
import { queries } from "./support/names.ts";
import { onPageAsking, onRecords, skips, withDetails } from "./support/pages.ts";
import { selectedColumnsOf, isFiltered, onQuery } from "./support/queries.ts";
import { sends } from "./support/requests.ts";

const whole = { selectedColumns: undefined };

const selects = sends((query) => selectedColumnsOf(query).length > 0);

/** Adds to selected records the result of a change to whole ones. */
const adding = (of: Of, change: (record: JsonObject) => JsonObject): Fault["wrap"] =>
  onPageAsking(
    of,
    async (page, _wish, ask) => {
      const full = await ask(whole);
      const added = (at: number) => change(objectOf(full?.items[at]));
      return { ...page, items: page.items.map((item, at) => ({ ...added(at), ...objectOf(item) })) };
    },
    selects,
  );

export const faults = faultsOf("DON-14", {
  gross: {
    "selected-columns-are-passed-over": [
      "Every query answers whole records",
      onSentField(queries, "selectedColumns", undefined),
    ],
  },
  structural: {
    "segment-query-passes-over-columns": [
      "The segment query alone answers whole records",
      onSentField("querySegments", "selectedColumns", undefined),
    ],
    "columns-not-selected-are-null": [
      "Donors have all their fields, and null in those that were not selected",
      adding("queryDonors", (record) => Object.fromEntries(Object.keys(record).map((name) => [name, null]))),
    ],
    "parts-come-with-any-selection": [
      "Fields of gifts that are objects or lists come whatever was selected",
      adding("queryGifts", (record) =>
        Object.fromEntries(
          Object.entries(record).filter(([, value]) => typeof value === "object" && value !== null),
        ),
      ),
    ],
  },
  behavioural: {
    "details-undo-the-selection": [
      "With details a query answers whole records",
      onSentField(queries, "selectedColumns", undefined, withDetails),
    ],
    "only-the-first-column-comes": [
      "Of several selected columns the campaign query returns the first",
      onSentField("queryCampaigns", "selectedColumns", (columns) =>
        Array.isArray(columns) ? columns.slice(0, 1) : columns,
      ),
    ],
    "later-pages-are-whole": [
      "The selection of the donor query counts for the first page",
      onSentField("queryDonors", "selectedColumns", undefined, skips),
    ],
    "a-filter-undoes-the-selection": [
      "The gift query answers whole records where it filters",
      onSentField("queryGifts", "selectedColumns", undefined, isFiltered),
    ],
    "an-offset-undoes-the-selection": [
      "Later pages of the donor query have all fields",
      onSentField("queryDonors", "selectedColumns", undefined, skips),
    ],
    "columns-without-the-id-undo-the-order": [
      "The campaign query orders by a selected column where the sort field is not selected",
      onQuery(
        "queryCampaigns",
        (query) => ({ ...query, sortBy: selectedColumnsOf(query)[0] }),
        selects,
        sends((query) => !selectedColumnsOf(query).includes("id")),
      ),
    ],
    "columns-are-of-the-record-before": [
      "Selected columns of later pages of the donor query, beside the id, are those of the record before",
      onRecords(
        "queryDonors",
        (items) =>
          items.length < 2
            ? items
            : items.map((item, at) => ({ ...objectOf(items.at(at - 1)), id: property(item, "id") })),
        skips,
        sends((query) => selectedColumnsOf(query).includes("id")),
      ),
    ],
  },
});
