import { faultsOf } from "./fault.ts";
import { problemAnswer } from "./support/answers.ts";
import { lists } from "./support/names.ts";
import { byCapitals, byModification, modified, onWish, searches } from "./support/pages.ts";
import { answering } from "./support/rows.ts";

const unsortable = problemAnswer(400, "The result cannot be ordered by that.");

export const faults = faultsOf("DON-05", {
  gross: {
    "sort-by-wants-lower-case": [
      "Every list refuses SortBy with a capital letter",
      answering(lists, unsortable, byCapitals),
    ],
  },
  structural: {
    "campaign-list-refuses-capitals-in-sort-by": [
      "The list of campaigns alone refuses SortBy with a capital letter",
      answering("listCampaigns", unsortable, byCapitals),
    ],
    "gift-list-refuses-to-sort-by-modification": [
      "The list of gifts cannot be ordered by modifieddatetimeutc",
      answering("listGifts", unsortable, byModification),
    ],
    "gift-list-refuses-modified-in-capitals": [
      "The list of gifts folds the case of id, but not of modifieddatetimeutc",
      answering("listGifts", unsortable, byCapitals, byModification),
    ],
  },
  behavioural: {
    "capitals-in-sort-by-mean-the-default": [
      "A SortBy with a capital letter is not known, and the list falls back to its default order",
      onWish(lists, { sortBy: modified }, byCapitals),
    ],
    "campaigns-by-id-are-by-name": [
      "The list of campaigns orders by name whatever SortBy says",
      onWish("listCampaigns", { sortBy: "name" }),
    ],
    "gift-list-passes-over-sort-by-modification": [
      "The list of gifts takes modifieddatetimeutc and orders by id all the same",
      onWish("listGifts", { sortBy: "id" }, byModification),
    ],
    "donor-list-orders-by-creation-for-modification": [
      "The list of donors orders by creation where modification was asked for",
      onWish("listDonors", { sortBy: "createddate" }, byModification),
    ],
    "capitals-in-sort-by-count-while-searching": [
      "With Filter the list of donors knows sort fields in lower case only, and falls back to its default order",
      onWish("listDonors", { sortBy: modified }, searches, byCapitals),
    ],
  },
});
