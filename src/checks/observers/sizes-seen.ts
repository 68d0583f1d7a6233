import { responseOf, type Exchange } from "../../core/model/exchange.ts";
import { interfaceNames } from "../../builtin/interface-name.ts";
import { defineObserver } from "../../core/model/observer.ts";
import { createSeen, observationOn } from "../support/seen.ts";

interface Size {
  readonly characters: number;
  readonly exchange: Exchange;
}

const larger = (known: Size | undefined, characters: number, exchange: Exchange): Size | undefined =>
  characters > (known?.characters ?? 0) ? { characters, exchange } : known;

const lengthOf = (value: unknown): number => (value === undefined ? 0 : JSON.stringify(value).length);

/** Sizes of accepted and answered bodies, and whether any was too large. */
export const sizesSeen = defineObserver({
  id: "sizes-seen",
  unknowns: ["U-31"],
  interfaces: ["crm", "donation", "volunteer"],
  watch() {
    const sent = new Map<string, Size>();
    const refused = createSeen(10);
    return {
      see(exchange) {
        const { interface: name, request, operation } = exchange;
        const response = responseOf(exchange);
        if (response === undefined || operation === undefined) return;
        if ([413, 414, 431].includes(response.status))
          refused.add(`${operation} answers ${response.status}`, exchange);
        if (response.status >= 300) return;
        const size = larger(sent.get(name), lengthOf(request.body), exchange);
        if (size !== undefined) sent.set(name, size);
      },
      *observations() {
        for (const name of interfaceNames) {
          const size = sent.get(name);
          if (size !== undefined)
            yield observationOn(
              "U-31",
              `${name} takes a body of ${size.characters} characters, the largest that was sent`,
              size.exchange,
            );
        }
        for (const { key, exchange, count } of refused.all())
          yield observationOn("U-31", key, exchange, count);
      },
    };
  },
});
