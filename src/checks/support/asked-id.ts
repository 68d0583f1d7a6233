import type { Exchange } from "../../model/exchange.ts";
import { isSecret, learnt, type Secret } from "../../model/secret.ts";

/** An id that an answer told: evidence names it and does not tell it, for it is part of somebody's record. */
export const learntId = (what: string, id: string | number): Secret => learnt(`${what} id`, String(id));

/** The id in the path of a call, whether it is told in evidence or not. */
export const askedId = ({ call }: Exchange, name: string): string | number | undefined => {
  const id = call?.path?.[name];
  if (!isSecret(id)) return id;
  return id.kind === "learnt" ? id.value : undefined;
};
