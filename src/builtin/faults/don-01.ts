import { faultsOf, type FaultEnvironment, type FaultRequest, type FaultAnswer } from "./fault.ts";
import { parse } from "./support/answers.ts";
import { objectOf, property, put, renamed, droppingPaths } from "./support/edit.ts";
import { anyStatus, onAnswer, onBody, onField, status } from "./support/rows.ts";
import { lists, paged, queries } from "./support/names.ts";
import { onPage, onTotal, searches } from "./support/pages.ts";
import { every } from "./support/rules.ts";

const isEmpty = (_incoming: FaultRequest, _here: FaultEnvironment, { body }: FaultAnswer): boolean => {
  const items = property(parse(body), "items");
  return Array.isArray(items) && items.length === 0;
};

export const faults = faultsOf("DON-01", {
  gross: {
    "pages-say-list": [
      "Every page has its records under list, as the CRM has them",
      onBody(paged, renamed("items", "list")),
    ],
    "pages-say-total-count": [
      "Every page counts its records in totalCount",
      onBody(paged, renamed("total", "totalCount")),
    ],
    "gift-query-page-in-data": [
      "The gift query wraps its page in data",
      onBody("queryGifts", (body) => ({ data: body })),
    ],
  },
  structural: {
    "campaign-list-is-a-bare-array": [
      "The list of campaigns is an array without an envelope",
      onBody("listCampaigns", (body) => property(body, "items")),
    ],
    "recurring-gift-total-is-text": [
      "The total of recurring gifts is a string",
      onField("queryRecurringGifts", "total", String),
    ],
    "segment-page-repeats-its-items-as-list": [
      "The segment query keeps list beside items for older clients",
      onBody("querySegments", (body) => put(body, "list", property(body, "items"))),
    ],
    "empty-query-page-leaves-items-out": [
      "The serializer of the queries drops empty arrays",
      onBody(queries, droppingPaths("items"), isEmpty),
    ],
    "empty-gift-list-has-null-items": [
      "The list of gifts has null for items where there are none",
      onField("listGifts", "items", null, isEmpty),
    ],
    "project-list-says-list": [
      "The list of projects, a page like the others, says list",
      onBody("listProjects", renamed("items", "list")),
    ],
    "empty-donor-pages-hold-a-list": [
      "A donor list without a match is made by another serializer, with list for items",
      onBody(
        "listDonors",
        (body) => ({ list: [], ...objectOf(droppingPaths("items")(body)) }),
        anyStatus,
        isEmpty,
      ),
    ],
  },
  behavioural: {
    "empty-searches-have-no-content": [
      "A list of campaigns without a match is answered with 204",
      onAnswer("listCampaigns", status(204), isEmpty),
      { alsoBreaks: { "DON-04": "A list is answered with a page." } },
    ],
    "every-twentieth-query-has-no-content": [
      "Every twentieth query of gifts is answered with 204",
      onAnswer("queryGifts", status(204), every(20)),
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
      onTotal(lists, () => null, searches),
    ],
    "a-sole-item-is-no-array": [
      "A page of one record holds the record itself in place of an array",
      onPage("queryDonors", (page) =>
        page.items.length === 1 ? { ...page, items: objectOf(page.items[0]) } : page,
      ),
    ],
  },
});
