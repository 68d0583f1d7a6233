import type { JsonObject } from "../../model/json-object.ts";
import { defineFault, type Fault, type Incoming } from "./fault.ts";
import { queries } from "./support/donation-operations.ts";
import { objectOf } from "./support/edit.ts";
import { askPage, pageIn } from "./support/pages.ts";
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

export const faults: readonly Fault[] = [
  defineFault({
    id: "selected-columns-are-passed-over",
    fact: "DON-14",
    grade: "gross",
    title: "Every query answers whole records",
    wrap: onQuery(queries, whole),
  }),
  defineFault({
    id: "segment-query-passes-over-columns",
    fact: "DON-14",
    grade: "structural",
    title: "The segment query alone answers whole records",
    wrap: onQuery("querySegments", whole),
  }),
  defineFault({
    id: "columns-not-selected-are-null",
    fact: "DON-14",
    grade: "structural",
    title: "Donors have all their fields, and null in those that were not selected",
    wrap: mergedWith("queryDonors", (record) =>
      Object.fromEntries(Object.keys(record).map((name) => [name, null])),
    ),
  }),
  defineFault({
    id: "parts-come-with-any-selection",
    fact: "DON-14",
    grade: "structural",
    title: "Fields of gifts that are objects or lists come whatever was selected",
    wrap: mergedWith("queryGifts", (record) =>
      Object.fromEntries(
        Object.entries(record).filter(([, value]) => typeof value === "object" && value !== null),
      ),
    ),
  }),
  defineFault({
    id: "details-undo-the-selection",
    fact: "DON-14",
    grade: "behavioural",
    title: "With details a query answers whole records",
    wrap: onQuery(queries, (query) => (query["includeDetails"] === true ? whole(query) : query)),
  }),
  defineFault({
    id: "only-the-first-column-comes",
    fact: "DON-14",
    grade: "behavioural",
    title: "Of several selected columns the campaign query returns the first",
    wrap: onQuery("queryCampaigns", (query) =>
      columnsOf(query).length > 1 ? { ...query, selectedColumns: columnsOf(query).slice(0, 1) } : query,
    ),
  }),
  defineFault({
    id: "later-pages-are-whole",
    fact: "DON-14",
    grade: "behavioural",
    title: "The selection of the donor query counts for the first page",
    wrap: onQuery("queryDonors", (query) => (Number(query["skip"] ?? 0) > 0 ? whole(query) : query)),
  }),
  defineFault({
    id: "a-filter-undoes-the-selection",
    fact: "DON-14",
    grade: "behavioural",
    title: "The gift query answers whole records where it filters",
    wrap: onQuery("queryGifts", (query) =>
      Array.isArray(query["groups"]) && query["groups"].length > 0 ? whole(query) : query,
    ),
  }),
  defineFault({
    id: "an-offset-undoes-the-selection",
    fact: "DON-14",
    grade: "behavioural",
    title: "Later pages of the donor query have all fields",
    wrap: onQuery("queryDonors", ({ selectedColumns, ...query }) =>
      Number(query["skip"]) > 0
        ? query
        : { ...query, ...(selectedColumns === undefined ? {} : { selectedColumns }) },
    ),
  }),
];
