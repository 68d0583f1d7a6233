import { pagedLists } from "../../contract/generated/resources.ts";
import type { PassiveCheck } from "../../harness/model/check.ts";
import { pageFits } from "../relations/page-fits.ts";

const { donation, volunteer } = pagedLists;

/** Checks of any page by itself. */
export const pagesFit: readonly PassiveCheck[] = [
  pageFits(donation, {
    id: "page-is-no-longer-than-asked",
    fact: "DON-02",
    title: "A page holds no more items than Take",
    why: "A longer page repeats records on the next one, because callers skip by the size they asked for.",
  }),
  pageFits(donation, {
    id: "page-agrees-with-its-total",
    fact: "DON-03",
    title:
      "A page fits its total: no more records than there are, none twice, and some as long as some are left",
    why: "Consumers read pages until they hold total records; a page that contradicts its own total loses some or never ends.",
  }),
  pageFits(volunteer, {
    id: "page-of-users-fits",
    fact: "VOL-07",
    title: "Every page of users holds at most per_page of them, and no more than meta.total",
    why: "Consumers compute the number of pages from both, whichever page they are on.",
  }),
];
