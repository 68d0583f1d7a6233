import { type Variant, variantOf, variants } from "../../core/shapes/variant.ts";
import type { Drift } from "../../core/model/drift.ts";
import type { Exchange } from "../../core/model/exchange.ts";

const sizeOf = ({ request }: Exchange): number =>
  request.url.length + (request.body === undefined ? 0 : JSON.stringify(request.body).length);

const keyOf = (operation: string, status: number | string, variant: string): string =>
  `${operation} ${status} ${variant}`;

export const createRequestExamples = () => {
  const simplest = new Map<string, Exchange>();
  return {
    add(exchange: Exchange, status: number) {
      const variant: Variant = variantOf(exchange.request);
      const key = keyOf(exchange.operation ?? "", status, variant);
      const known = simplest.get(key);
      if (known === undefined || sizeOf(exchange) < sizeOf(known)) simplest.set(key, exchange);
    },
    // A change of statuses shows in the new status, whatever was requested.
    /** A request that shows a change; undefined if there was none. */
    of({ operation, status, variant, now }: Pick<Drift, "operation" | "status" | "variant" | "now">) {
      return [variant, ...variants]
        .flatMap((one) => simplest.get(keyOf(operation, status ?? now, one)) ?? [])
        .at(0);
    },
  };
};

/** The simplest request of each variant that an operation answered with a status. */
export type RequestExamples = ReturnType<typeof createRequestExamples>;
