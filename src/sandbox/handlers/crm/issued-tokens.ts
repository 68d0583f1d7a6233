import type { Context } from "../../pipeline/endpoint.ts";
import { tokenText } from "../../seed/credentials.ts";
import type { Account } from "../../store/accounts.ts";
import { countCredentials, credentials } from "../../store/credentials.ts";

const day = 86_400_000;
/** Lifetime of an access token, in milliseconds: 15 days (CRM-35). */
export const accessTokenLifetime = 15 * day;
/** Lifetime of a refresh token, in milliseconds: 365 days (CRM-35). */
const refreshTokenLifetime = 365 * day;

type Issuer = Pick<Context, "database" | "clock" | "seed">;

/** Stores a new access token of an account, with the account's present permissions, and returns its text. */
export const addAccessToken = (account: Account, issuer: Issuer): string =>
  addToken(account, "access-token", accessTokenLifetime, issuer);

/** Stores a new refresh token of an account and returns its text. */
export const addRefreshToken = (account: Account, issuer: Issuer): string =>
  addToken(account, "refresh-token", refreshTokenLifetime, issuer);

const addToken = (
  { id: accountId, organizationId, permissions }: Account,
  kind: "access-token" | "refresh-token",
  lifetime: number,
  { database, clock, seed }: Issuer,
): string => {
  const now = clock.now();
  const token = tokenText(seed, "crm", `${kind} ${countCredentials(database) + 1}`, organizationId);
  credentials.add(database, {
    interface: "crm",
    kind,
    token,
    organizationId,
    accountId,
    permissions,
    state: "active",
    issuedAt: now,
    expiresAt: now + lifetime,
  });
  return token;
};
