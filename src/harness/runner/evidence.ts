import type { Exchange, ExchangeRequest, Outcome } from "../model/exchange.ts";
import type { Mask } from "../privacy/mask.ts";

/** Exchanges as findings and observations refer to them. */
export interface Evidence {
  /** From 1, in the order in which exchanges are first seen. */
  numberOf(exchange: Exchange): number;
  /** Gives an exchange the number of its entry in a recording. */
  numberAs(exchange: Exchange, number: number): void;
  /** The last number that was given. */
  last(): number;
  /** Goes on after this number. */
  resume(last: number): void;
  show(exchange: Exchange): ExchangeRequest;
  /** Method and path as they may be shown. */
  requestOf(exchange: Exchange): string;
  mask(text: string): string;
}

/** The path of an address as it is: one that is shown may hold names in braces. */
const pathOf = (url: string): string => /^[a-z]+:\/\/[^/?#]*([^?#]+)/i.exec(url)?.[1] ?? "/";

export const createEvidence = (
  mask: Mask,
  show: (exchange: Exchange) => ExchangeRequest = ({ request }) => request,
): Evidence => {
  // An outcome that nobody else keeps cannot come again.
  const numbers = new WeakMap<Outcome, number>();
  let numbered = 0;
  return {
    numberOf({ outcome }) {
      const known = numbers.get(outcome);
      if (known !== undefined) return known;
      numbered += 1;
      numbers.set(outcome, numbered);
      return numbered;
    },
    numberAs: ({ outcome }, number) => void numbers.set(outcome, number),
    last: () => numbered,
    resume(last) {
      numbered = last;
    },
    show,
    requestOf(exchange) {
      const { method, url } = show(exchange);
      return `${method} ${pathOf(url)}`;
    },
    mask: (text) => mask.mask(text),
  };
};
