import { type Exchange, responseOf } from "../../core/model/exchange.ts";

/** An answer in a word: `400 application/problem+json`. */
export const shapeWords = (exchange: Exchange): string => {
  const response = responseOf(exchange);
  if (response === undefined) return "no answer";
  const [type = ""] = (response.headers["content-type"] ?? "").split(";");
  return type === "" ? String(response.status) : `${response.status} ${type.trim()}`;
};
