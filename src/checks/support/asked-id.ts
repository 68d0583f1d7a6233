import type { Exchange } from "../../harness/model/exchange.ts";
import { climbs } from "../../harness/model/climbs.ts";
import { isExact } from "./same-id.ts";
import { isSecret, learnt, type Secret } from "../../harness/model/secret.ts";

/**
 * Whether an id from an answer can be one segment of a path: dots would lead to another operation, half a surrogate pair
 * cannot be encoded, and a rounded number names another record.
 */
export const fitsPath = (id: string | number): boolean => {
  const text = String(id);
  return isExact(id) && text !== "" && text.isWellFormed() && !climbs(text);
};

/** An id from an answer: evidence names it but does not show it, since it is part of a personal record. */
export const learntId = (what: string, id: string | number): Secret => learnt(`${what} id`, String(id));

/** The id in the path of a call, whether or not evidence shows it. */
export const askedId = ({ call }: Exchange, name: string): string | number | undefined => {
  const id = call?.path?.[name];
  if (!isSecret(id)) return id;
  return id.kind === "learnt" ? id.value : undefined;
};
