import { responseOf, type Exchange } from "../../core/model/exchange.ts";

/** HTTP's answer to a client with a cached copy, such as the browsers in recordings. */
export const isNotModified = (exchange: Exchange): boolean =>
  responseOf(exchange)?.status === 304 &&
  ["if-none-match", "if-modified-since"].some((name) => Object.hasOwn(exchange.request.headers, name));
