import { pagedLists } from "../../contract/generated/resources.ts";
import type { ActiveCheck } from "../../harness/model/check.ts";
import { oneOrder } from "../relations/one-order.ts";
import { findQueryEndpoints, listEndpoints, queryOperations } from "../support/paged-endpoint.ts";

/** Checks that all pages of a result come from one order. */
export const orders: readonly ActiveCheck[] = [
  oneOrder(
    [
      ...listEndpoints.map(({ list }) => list),
      ...queryOperations.map(({ operation }) => pagedLists.donation[operation]),
    ],
    {
      id: "pages-follow-one-order",
      title: "SortBy ignores case, Descending reverses the order, Skip leaves out exactly as many records",
      why: "Offset paging is correct only when all pages come from one order.",
    },
    function* (context) {
      return [...listEndpoints, ...(yield* findQueryEndpoints(context))];
    },
  ),
];
