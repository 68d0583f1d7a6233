import { pagedLists } from "../../contract/generated/resources.ts";
import type { ActiveCheck } from "../../harness/model/check.ts";
import { totalsStay } from "../relations/totals-stay.ts";
import { findQueryEndpoints, listEndpoints, queryOperations } from "../support/paged-endpoint.ts";

const { donation, volunteer } = pagedLists;

/** Checks of all pages of a result together. */
export const totalsStaying: readonly ActiveCheck[] = [
  totalsStay(
    [
      ...listEndpoints.map(({ list }) => list),
      ...queryOperations.map(({ operation }) => donation[operation]),
    ],
    {
      id: "page-total-is-stable",
      title: "total counts all matches and is the same on every page",
      why: "Consumers read pages until they hold total records; a wrong total loses donors or never ends.",
    },
    function* (context) {
      return [...listEndpoints, ...(yield* findQueryEndpoints(context))];
    },
  ),
  totalsStay([volunteer.listUsers], {
    id: "users-are-listed",
    title: "A list of users is answered, and meta.total is the same for every per_page",
    why: "Consumers compute the number of pages from both.",
  }),
];
