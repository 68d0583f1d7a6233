import { defineFault, type Fault } from "./fault.ts";
import { lists } from "./support/donation-operations.ts";
import { onWish, wishOf } from "./support/pages.ts";
import { problem } from "./support/problems.ts";
import { answering } from "./support/refusing.ts";

const modified = "modifieddatetimeutc";

const isMixed = (sortBy: string | undefined): boolean =>
  sortBy !== undefined && sortBy !== sortBy.toLowerCase();

const refused = () => problem(400, "The result cannot be ordered by that.");

export const faults: readonly Fault[] = [
  defineFault({
    id: "sort-by-wants-lower-case",
    fact: "DON-05",
    grade: "gross",
    title: "Every list refuses SortBy with a capital letter",
    wrap: answering(lists, (incoming) => isMixed(wishOf(incoming).sortBy), refused),
  }),
  defineFault({
    id: "campaign-list-refuses-capitals-in-sort-by",
    fact: "DON-05",
    grade: "structural",
    title: "The list of campaigns alone refuses SortBy with a capital letter",
    wrap: answering(["listCampaigns"], (incoming) => isMixed(wishOf(incoming).sortBy), refused),
  }),
  defineFault({
    id: "gift-list-refuses-to-sort-by-modification",
    fact: "DON-05",
    grade: "structural",
    title: "The list of gifts cannot be ordered by modifieddatetimeutc",
    wrap: answering(
      ["listGifts"],
      (incoming) => wishOf(incoming).sortBy?.toLowerCase() === modified,
      refused,
    ),
  }),
  defineFault({
    id: "gift-list-refuses-modified-in-capitals",
    fact: "DON-05",
    grade: "structural",
    title: "The list of gifts folds the case of id, but not of modifieddatetimeutc",
    wrap: answering(
      ["listGifts"],
      (incoming) => isMixed(wishOf(incoming).sortBy) && wishOf(incoming).sortBy?.toLowerCase() === modified,
      refused,
    ),
  }),
  defineFault({
    id: "capitals-in-sort-by-mean-the-default",
    fact: "DON-05",
    grade: "behavioural",
    title: "A SortBy with a capital letter is not known, and the list falls back to its default order",
    wrap: onWish(lists, ({ sortBy }) => ({ sortBy: isMixed(sortBy) ? modified : sortBy })),
  }),
  defineFault({
    id: "campaigns-by-id-are-by-name",
    fact: "DON-05",
    grade: "behavioural",
    title: "The list of campaigns orders by name whatever it is told",
    wrap: onWish("listCampaigns", () => ({ sortBy: "name" })),
  }),
  defineFault({
    id: "gift-list-passes-over-sort-by-modification",
    fact: "DON-05",
    grade: "behavioural",
    title: "The list of gifts takes modifieddatetimeutc and orders by id all the same",
    wrap: onWish("listGifts", ({ sortBy }) => ({
      sortBy: sortBy?.toLowerCase() === modified ? "id" : sortBy,
    })),
  }),
  defineFault({
    id: "donor-list-orders-by-creation-for-modification",
    fact: "DON-05",
    grade: "behavioural",
    title: "The list of donors orders by creation where modification was asked for",
    wrap: onWish("listDonors", ({ sortBy }) => ({
      sortBy: sortBy?.toLowerCase() === modified ? "createddate" : sortBy,
    })),
  }),
];
