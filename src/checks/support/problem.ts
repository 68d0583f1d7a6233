import { jsonOf, responseOf, type Exchange } from "../../harness/model/exchange.ts";
import { has } from "./json.ts";

/**
 * Whether a donation error must have the error envelope: all except a 429, whose shape is open (U-25), and a 502, 503
 * or 504, which a gateway may answer instead of the platform, with any body.
 */
export const owesProblem = (exchange: Exchange): boolean => {
  const status = responseOf(exchange)?.status ?? 0;
  if (status < 400 || status === 429) return false;
  const body = jsonOf(exchange);
  return status < 502 || has(body, "title") || has(body, "error");
};
