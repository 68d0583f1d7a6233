import { jsonOf, type Exchange } from "../../harness/model/exchange.ts";
import { at } from "./json.ts";
import { largePage } from "./paging.ts";

/** The total number of users according to a list. */
export const totalIn = (exchange: Exchange): number | undefined => {
  const total = at(jsonOf(exchange), "/meta/total");
  return typeof total === "number" ? total : undefined;
};

/** The size of a page with everybody, by the total of another page; undefined if there are too many. */
export const everybodyOf = (page: Exchange): number | undefined => {
  const total = totalIn(page) ?? 0;
  return total > 0 && total <= largePage ? total : undefined;
};
