import { pathWords } from "../../builtin/documents.ts";
import { shownPrefix } from "../../core/privacy/shown-address.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { agreed, createSeen, observationOn } from "../support/seen.ts";

/** Base path of the donation interface, as far as it names nobody; its host is in the run's targets. */
export const donationAddressSeen = defineObserver({
  id: "donation-address-seen",
  unknowns: ["U-09"],
  interfaces: ["donation"],
  watch() {
    const prefixes = createSeen(10);
    return {
      see(exchange) {
        if (exchange.operation === undefined) return;
        const { protocol, pathname } = new URL(exchange.request.url);
        const end = pathname.search(/\/api\//i);
        if (end >= 0)
          prefixes.add(
            `${shownPrefix(pathname.slice(0, end), pathWords) || "/"} by ${protocol.replace(":", "")}`,
            exchange,
          );
      },
      *observations() {
        const first = prefixes.first();
        if (first !== undefined)
          yield observationOn("U-09", `it answers below ${agreed(prefixes.keys())}`, first, prefixes.count());
      },
    };
  },
});
