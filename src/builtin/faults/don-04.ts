import { faultsOf } from "./fault.ts";
import { isGoodAnswer, problemAnswer, withJson } from "./support/answers.ts";
import { lists } from "./support/names.ts";
import { onWish, searches, wants, withDetails } from "./support/pages.ts";
import { asksWith, withQuery, writtenAs } from "./support/requests.ts";
import { answering, isRequestOf, onAnswer, onRequest, refusedStatuses } from "./support/rows.ts";
import { after, besideOthers } from "./support/rules.ts";

const passedOver = {
  skip: undefined,
  take: undefined,
  sortBy: undefined,
  descending: undefined,
  filter: undefined,
  includeDetails: undefined,
} as const;

const isPassedOver = {
  "DON-02": "A Take that is passed over does not bound the page.",
  "DON-03": "Every page is the first one when Skip is passed over.",
  "DON-05": "A SortBy that is passed over orders by nothing.",
  "DON-06": "A Descending that is passed over reverses nothing.",
  "DON-07": "A Skip that is passed over skips nothing.",
} as const;

const isSorted = wants(({ sortBy }) => sortBy !== undefined);

export const faults = faultsOf("DON-04", {
  gross: {
    "lists-read-camel-case": [
      "The lists know their parameters in camelCase alone and pass over the others",
      onWish(lists, passedOver),
      { alsoBreaks: { ...isPassedOver, "DON-08": "An IncludeDetails that is passed over embeds nothing." } },
    ],
  },
  structural: {
    "campaign-list-reads-camel-case": [
      "The list of campaigns alone knows its parameters in camelCase",
      onWish("listCampaigns", passedOver),
      { alsoBreaks: isPassedOver },
    ],
    "gift-list-refuses-include-details": [
      "The list of gifts refuses IncludeDetails, which it takes to be the donors'",
      answering("listGifts", problemAnswer(400, "IncludeDetails is unknown."), asksWith("IncludeDetails")),
    ],
    "gift-list-takes-no-truth-values": [
      "Descending of the gift list wants 1 in place of true",
      answering(
        "listGifts",
        problemAnswer(400, "The value is not valid for Descending."),
        asksWith("Descending", "true"),
      ),
      { alsoBreaks: { "DON-06": "What is refused reverses nothing." } },
    ],
  },
  behavioural: {
    "donor-lists-want-skip-first": [
      "The list of donors passes over a Skip that comes after Take",
      onRequest(
        "listDonors",
        withQuery("Skip", () => undefined),
        writtenAs(/Take=.*Skip=/),
      ),
    ],
    "campaigns-fail-after-a-malformed-replacement": [
      "The list of campaigns after a malformed replacement fails",
      onAnswer(
        "listCampaigns",
        problemAnswer(400, "The list cannot be read."),
        after("replaceCampaign", refusedStatuses),
      ),
    ],
    "filter-with-an-apostrophe-fails": [
      "An apostrophe in Filter ends in an error of the database",
      answering(
        "listDonors",
        problemAnswer(500, "Something went wrong."),
        wants(({ filter = "" }) => filter.includes("'")),
      ),
    ],
    "filter-and-sort-by-exclude-each-other": [
      "The list of donors refuses Filter and SortBy together",
      answering(
        "listDonors",
        problemAnswer(400, "A filtered list has an order of its own."),
        searches,
        isSorted,
      ),
    ],
    "search-with-details-is-refused": [
      "The list of gifts cannot search and embed at once",
      answering(
        "listGifts",
        problemAnswer(400, "Filter and IncludeDetails exclude each other."),
        searches,
        withDetails,
      ),
    ],
    "lists-are-empty-beside-another-request": [
      "A list of donors or gifts is empty while another request is under way",
      besideOthers("donation", async (incoming, { all }, next) => {
        const outgoing = await next(incoming);
        const isEmptied =
          all.length > 0 && isRequestOf(incoming, ["listDonors", "listGifts"]) && isGoodAnswer(outgoing);
        return isEmptied ? withJson(outgoing, { items: [], total: 0 }) : outgoing;
      }),
    ],
  },
});
