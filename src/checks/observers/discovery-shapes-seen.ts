import { isSuccess, jsonOf } from "../../core/model/exchange.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { agreed, createSeen, observationOn } from "../support/seen.ts";
import { outline } from "../support/value-shape.ts";

const operations = ["getQueryOptions", "getQueryList"] as const;

/** The forms of the answers of the discovery endpoints. */
export const discoveryShapesSeen = defineObserver({
  id: "discovery-shapes-seen",
  unknowns: ["U-11"],
  interfaces: ["donation"],
  watch() {
    const seen = { getQueryOptions: createSeen(4), getQueryList: createSeen(4) };
    return {
      see(exchange) {
        const operation = operations.find((name) => name === exchange.operation);
        if (operation === undefined || !isSuccess(exchange)) return;
        seen[operation].add(outline(jsonOf(exchange), 2), exchange);
      },
      *observations() {
        for (const operation of operations) {
          const shapes = seen[operation];
          const first = shapes.first();
          if (first !== undefined)
            yield observationOn(
              "U-11",
              `${operation} answers ${agreed(shapes.keys())}`,
              first,
              shapes.count(),
            );
        }
      },
    };
  },
});
