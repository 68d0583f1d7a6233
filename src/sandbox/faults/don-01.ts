import { defineFault, type Fault } from "./fault.ts";
import { lists, paged, queries } from "./support/donation-operations.ts";
import { edit, objectOf, property, put, rename } from "./support/edit.ts";
import { onPage } from "./support/pages.ts";
import { onSuccess, onAnswer, parse, withJson } from "./support/wrappers.ts";

const isEmpty = (body: unknown): boolean => {
  const items = property(body, "items");
  return Array.isArray(items) && items.length === 0;
};

export const faults: readonly Fault[] = [
  defineFault({
    id: "pages-say-list",
    fact: "DON-01",
    grade: "gross",
    title: "Every page has its records under list, as the CRM has them",
    wrap: onSuccess(paged, (body) => rename(body, "items", "list")),
  }),
  defineFault({
    id: "pages-say-total-count",
    fact: "DON-01",
    grade: "gross",
    title: "Every page counts its records in totalCount",
    wrap: onSuccess(paged, (body) => rename(body, "total", "totalCount")),
  }),
  defineFault({
    id: "gift-query-page-in-data",
    fact: "DON-01",
    grade: "gross",
    title: "The gift query wraps its page in data",
    wrap: onSuccess("queryGifts", (body) => ({ data: body })),
  }),
  defineFault({
    id: "campaign-list-is-a-bare-array",
    fact: "DON-01",
    grade: "structural",
    title: "The list of campaigns is an array without an envelope",
    wrap: onSuccess("listCampaigns", (body) => property(body, "items")),
  }),
  defineFault({
    id: "recurring-gift-total-is-text",
    fact: "DON-01",
    grade: "structural",
    title: "The total of recurring gifts is a string",
    wrap: onSuccess("queryRecurringGifts", (body) => edit(body, "total", String)),
  }),
  defineFault({
    id: "segment-page-repeats-its-items-as-list",
    fact: "DON-01",
    grade: "structural",
    title: "The segment query keeps list beside items for older clients",
    wrap: onSuccess("querySegments", (body) => put(body, "list", property(body, "items"))),
  }),
  defineFault({
    id: "empty-query-page-leaves-items-out",
    fact: "DON-01",
    grade: "structural",
    title: "The serializer of the queries drops empty arrays",
    wrap: onSuccess(queries, (body) => (isEmpty(body) ? { total: property(body, "total") } : body)),
  }),
  defineFault({
    id: "empty-gift-list-has-null-items",
    fact: "DON-01",
    grade: "structural",
    title: "The list of gifts has null for items where there are none",
    wrap: onSuccess("listGifts", (body) => (isEmpty(body) ? put(body, "items", null) : body)),
  }),
  defineFault({
    id: "project-list-says-list",
    fact: "DON-01",
    grade: "structural",
    title: "The list of projects, a page like the others, says list",
    wrap: onSuccess("listProjects", (body) => rename(body, "items", "list")),
  }),
  defineFault({
    id: "filtered-total-is-null",
    fact: "DON-01",
    grade: "behavioural",
    title: "A list does not count what its free text finds and says null",
    wrap: onPage(lists, (page, { filter }) => (filter === undefined ? page : { ...page, total: null })),
  }),
  defineFault({
    id: "a-sole-item-is-no-array",
    fact: "DON-01",
    grade: "behavioural",
    title: "A page of one record holds the record itself in place of an array",
    wrap: onPage("queryDonors", (page) =>
      page.items.length === 1 ? { ...page, items: objectOf(page.items[0]) } : page,
    ),
  }),
  defineFault({
    id: "empty-donor-pages-hold-a-list",
    fact: "DON-01",
    grade: "structural",
    title: "A donor list without a match is made by another serializer, with list for items",
    wrap: onAnswer("listDonors", (outgoing) => {
      const { items, ...rest } = objectOf(parse(outgoing.body));
      return Array.isArray(items) && items.length === 0
        ? withJson(outgoing, { list: [], ...rest })
        : outgoing;
    }),
  }),
];
