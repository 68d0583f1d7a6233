import type { Answering, Incoming } from "../fault.ts";
import { property } from "./edit.ts";
import { bornToken } from "./credentials.ts";
import { parse } from "./wrappers.ts";

/** Remembers the access tokens that the sandbox hands out. */
export interface IssuedTokens {
  /** Passes everything on and listens. */
  readonly answer: Answering;
  /** Whether a request bears one of them. */
  bears(incoming: Incoming): boolean;
}

export const watchingTokens = (next: Answering): IssuedTokens => {
  const issued = new Set<unknown>();
  return {
    answer: async (incoming) => {
      const outgoing = await next(incoming);
      const token =
        incoming.operation === "issueToken" ? property(parse(outgoing.body), "access_token") : undefined;
      if (token !== undefined) issued.add(token);
      return outgoing;
    },
    bears: (incoming) => issued.has(bornToken(incoming)),
  };
};
