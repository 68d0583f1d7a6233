import type { Context } from "../../pipeline/endpoint.ts";
import { findAccount } from "../../store/accounts.ts";

/** The display name of a change's author: the user's, or a fixed name for a key. */
export const authorOf = ({ database, caller }: Pick<Context, "database" | "caller">): string => {
  const account = caller.accountId === undefined ? undefined : findAccount(database, caller.accountId);
  return account?.displayName ?? "API key";
};
