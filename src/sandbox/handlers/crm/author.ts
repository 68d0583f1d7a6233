import type { Context } from "../../pipeline/endpoint.ts";
import { findAccount } from "../../store/accounts.ts";

/** The display name that a record remembers of who changed it: the user's, or that a key did it. */
export const authorOf = ({ database, caller }: Pick<Context, "database" | "caller">): string => {
  const account = caller.accountId === undefined ? undefined : findAccount(database, caller.accountId);
  return account?.displayName ?? "API key";
};
