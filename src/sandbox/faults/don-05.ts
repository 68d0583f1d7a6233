import { faultsOf } from "./fault.ts";
import { lists } from "./support/donation-operations.ts";
import { onWish, wishOf } from "./support/pages.ts";
import { problem } from "./support/problems.ts";
import { answering } from "./support/refusing.ts";

const modified = "modifieddatetimeutc";

const isMixed = (sortBy: string | undefined): boolean =>
  sortBy !== undefined && sortBy !== sortBy.toLowerCase();

const refused = () => problem(400, "The result cannot be ordered by that.");

export const faults = faultsOf("DON-05", {
  gross: {
    "sort-by-wants-lower-case": [
      "Every list refuses SortBy with a capital letter",
      answering(lists, (incoming) => isMixed(wishOf(incoming).sortBy), refused),
    ],
  },
  structural: {
    "campaign-list-refuses-capitals-in-sort-by": [
      "The list of campaigns alone refuses SortBy with a capital letter",
      answering(["listCampaigns"], (incoming) => isMixed(wishOf(incoming).sortBy), refused),
    ],
    "gift-list-refuses-to-sort-by-modification": [
      "The list of gifts cannot be ordered by modifieddatetimeutc",
      answering(["listGifts"], (incoming) => wishOf(incoming).sortBy?.toLowerCase() === modified, refused),
    ],
    "gift-list-refuses-modified-in-capitals": [
      "The list of gifts folds the case of id, but not of modifieddatetimeutc",
      answering(
        ["listGifts"],
        (incoming) => isMixed(wishOf(incoming).sortBy) && wishOf(incoming).sortBy?.toLowerCase() === modified,
        refused,
      ),
    ],
  },
  behavioural: {
    "capitals-in-sort-by-mean-the-default": [
      "A SortBy with a capital letter is not known, and the list falls back to its default order",
      onWish(lists, ({ sortBy }) => ({ sortBy: isMixed(sortBy) ? modified : sortBy })),
    ],
    "campaigns-by-id-are-by-name": [
      "The list of campaigns orders by name whatever SortBy says",
      onWish("listCampaigns", () => ({ sortBy: "name" })),
    ],
    "gift-list-passes-over-sort-by-modification": [
      "The list of gifts takes modifieddatetimeutc and orders by id all the same",
      onWish("listGifts", ({ sortBy }) => ({
        sortBy: sortBy?.toLowerCase() === modified ? "id" : sortBy,
      })),
    ],
    "donor-list-orders-by-creation-for-modification": [
      "The list of donors orders by creation where modification was asked for",
      onWish("listDonors", ({ sortBy }) => ({
        sortBy: sortBy?.toLowerCase() === modified ? "createddate" : sortBy,
      })),
    ],

    "capitals-in-sort-by-count-while-searching": [
      "With Filter the list of donors knows sort fields in lower case only, and falls back to its default order",
      onWish("listDonors", ({ sortBy, filter }) => ({
        sortBy: filter !== undefined && isMixed(sortBy) ? modified : sortBy,
      })),
    ],
  },
});
