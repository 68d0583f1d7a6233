import { faultsOf } from "./fault.ts";
import { lists, paged, queries } from "./support/donation-operations.ts";
import { edit, objectOf, property, put, rename } from "./support/edit.ts";
import { onPage, pageIn } from "./support/pages.ts";
import { onSuccess, onAnswer, parse, withJson } from "./support/wrappers.ts";
import { onCount, withStatus } from "./support/later.ts";

const isEmpty = (body: unknown): boolean => {
  const items = property(body, "items");
  return Array.isArray(items) && items.length === 0;
};

export const faults = faultsOf("DON-01", {
  gross: {
    "pages-say-list": [
      "Every page has its records under list, as the CRM has them",
      onSuccess(paged, (body) => rename(body, "items", "list")),
    ],
    "pages-say-total-count": [
      "Every page counts its records in totalCount",
      onSuccess(paged, (body) => rename(body, "total", "totalCount")),
    ],
    "gift-query-page-in-data": [
      "The gift query wraps its page in data",
      onSuccess("queryGifts", (body) => ({ data: body })),
    ],
  },
  structural: {
    "campaign-list-is-a-bare-array": [
      "The list of campaigns is an array without an envelope",
      onSuccess("listCampaigns", (body) => property(body, "items")),
    ],
    "recurring-gift-total-is-text": [
      "The total of recurring gifts is a string",
      onSuccess("queryRecurringGifts", (body) => edit(body, "total", String)),
    ],
    "segment-page-repeats-its-items-as-list": [
      "The segment query keeps list beside items for older clients",
      onSuccess("querySegments", (body) => put(body, "list", property(body, "items"))),
    ],
    "empty-query-page-leaves-items-out": [
      "The serializer of the queries drops empty arrays",
      onSuccess(queries, (body) => (isEmpty(body) ? { total: property(body, "total") } : body)),
    ],
    "empty-gift-list-has-null-items": [
      "The list of gifts has null for items where there are none",
      onSuccess("listGifts", (body) => (isEmpty(body) ? put(body, "items", null) : body)),
    ],
    "project-list-says-list": [
      "The list of projects, a page like the others, says list",
      onSuccess("listProjects", (body) => rename(body, "items", "list")),
    ],
    "empty-donor-pages-hold-a-list": [
      "A donor list without a match is made by another serializer, with list for items",
      onAnswer("listDonors", (outgoing) => {
        const { items, ...rest } = objectOf(parse(outgoing.body));
        return Array.isArray(items) && items.length === 0
          ? withJson(outgoing, { list: [], ...rest })
          : outgoing;
      }),
    ],
  },
  behavioural: {
    "empty-searches-have-no-content": [
      "A list of campaigns without a match is answered with 204",
      onAnswer("listCampaigns", (outgoing) =>
        pageIn(outgoing)?.items.length === 0 ? { ...outgoing, status: 204, body: "" } : outgoing,
      ),
      { alsoBreaks: { "DON-04": "A list is answered with a page." } },
    ],
    "every-twentieth-query-has-no-content": [
      "Every twentieth query of gifts is answered with 204",
      onCount(["queryGifts"], (count) => count % 20 === 0, withStatus(204)),
      {
        alsoBreaks: {
          "DON-10": "A query is answered with a page.",
          "DON-03": "A page that is missing is not counted.",
          "DON-12": "Nor is a twentieth query refused that has to be.",
          "DON-13": "Nor does it show what a condition does.",
        },
      },
    ],
    "filtered-total-is-null": [
      "A list does not count what its free text finds and says null",
      onPage(lists, (page, { filter }) => (filter === undefined ? page : { ...page, total: null })),
    ],
    "a-sole-item-is-no-array": [
      "A page of one record holds the record itself in place of an array",
      onPage("queryDonors", (page) =>
        page.items.length === 1 ? { ...page, items: objectOf(page.items[0]) } : page,
      ),
    ],
  },
});
