import { isSuccess, jsonOf, type Exchange } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { property } from "../support/json.ts";
import { isPage } from "../support/paging.ts";
import { createSeen, observationOn } from "../support/seen.ts";
import { shownName } from "../support/value-shape.ts";

/** The two stated names. */
const stated: ReadonlySet<string> = new Set(["id", "modifieddatetimeutc"]);

const askedOrder = ({ request }: Exchange): string | undefined => {
  const order = new URL(request.url).searchParams.get("SortBy") ?? property(request.body, "sortBy");
  return typeof order === "string" && order !== "" && !stated.has(order.toLowerCase())
    ? shownName(order)
    : undefined;
};

/** Fields by which pages could be ordered or not, compared with the options. */
export const sortFieldsSeen = defineObserver({
  id: "sort-fields-seen",
  unknowns: ["U-34"],
  interfaces: ["donation"],
  watch() {
    const orders = createSeen();
    const listed = createSeen();
    return {
      see(exchange) {
        const { operation = "" } = exchange;
        const order = askedOrder(exchange);
        if (order !== undefined)
          orders.add(`${operation} ${isPage(exchange) ? "takes" : "refuses"} ${order}`, exchange);
        const names = property(jsonOf(exchange), "sortBy");
        if (operation !== "getQueryOptions" || !isSuccess(exchange) || !Array.isArray(names)) return;
        const type = new URL(exchange.request.url).pathname.split("/").at(-1);
        listed.add(
          `query type ${type}: ${names
            .filter((name) => typeof name === "string")
            .map(shownName)
            .join(", ")}`,
          exchange,
        );
      },
      *observations() {
        const first = orders.first();
        if (first !== undefined)
          yield observationOn("U-34", `as SortBy ${orders.keys().join(", ")}`, first, orders.count());
        const options = listed.first();
        if (options !== undefined)
          yield observationOn(
            "U-34",
            `the options list to sort by: ${listed.keys().join("; ")}`,
            options,
            listed.count(),
          );
      },
    };
  },
});
