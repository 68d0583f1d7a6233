import { jsonOf, type Exchange } from "../../harness/model/exchange.ts";
import { at } from "./json.ts";

/** How many users a list says there are. */
export const totalIn = (exchange: Exchange): number | undefined => {
  const total = at(jsonOf(exchange), "/meta/total");
  return typeof total === "number" ? total : undefined;
};

/** A page for everybody is asked for where they are not too many. */
const mostUsers = 200;

/** The size of a page for everybody, by the total of another page; undefined where there are too many for one. */
export const everybodyOf = (page: Exchange): number | undefined => {
  const total = totalIn(page) ?? 0;
  return total > 0 && total <= mostUsers ? total : undefined;
};
