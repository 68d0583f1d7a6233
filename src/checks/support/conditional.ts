import { responseOf, type Exchange } from "../../harness/model/exchange.ts";

/** HTTP's own answer to who holds a copy already, as browsers in recordings do. */
export const isNotModified = (exchange: Exchange): boolean =>
  responseOf(exchange)?.status === 304 &&
  ["if-none-match", "if-modified-since"].some((name) => Object.hasOwn(exchange.request.headers, name));
