import type { Models } from "../../../../builtin/generated/operation-types.ts";
import type { Handler, HandlerContext, HandlerResponse } from "../../../pipeline/handler.ts";
import { refuse, type FieldError, type SandboxRefusal } from "../../../refusal.ts";
import { tokenText } from "../../seed/credentials.ts";
import {
  countCredentials,
  credentials,
  findAccount,
  findAccountByUsername,
  findCredential,
  acceptsCredential,
  type SignInAccount,
  type Credential,
} from "../../../store/credentials.ts";
import { sendSms } from "../../../store/sms-outbox.ts";

const day = 86_400_000;
/** Lifetime of an access token, in milliseconds: 15 days (CRM-35). */
const accessTokenLifetime = 15 * day;
/** Lifetime of a refresh token, in milliseconds: 365 days (CRM-35). */
const refreshTokenLifetime = 365 * day;

type Context = HandlerContext<"issueToken">;

type Issuer = Pick<Context, "database" | "clock" | "seed">;

/** Stores a new access token of an account, with the account's present permissions, and returns its text. */
const addAccessToken = (account: SignInAccount, issuer: Issuer): string =>
  addToken(account, "access-token", accessTokenLifetime, issuer);

/** Stores a new refresh token of an account and returns its text. */
const addRefreshToken = (account: SignInAccount, issuer: Issuer): string =>
  addToken(account, "refresh-token", refreshTokenLifetime, issuer);

const addToken = (
  { id: accountId, organizationId, permissions }: SignInAccount,
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

type Form = Models["crm"]["TokenRequest"];
type Response = HandlerResponse<"issueToken">;

/**
 * Exchanges a password or a refresh token for a pair of tokens (CRM-20). An account with two-factor login first gets
 * 202 and a code by SMS (CRM-38). All refusals have the same text, so that nobody learns which usernames exist.
 */
export const issueToken: Handler<"issueToken"> = ({ body }, context) =>
  body.grant_type === "password" ? grantByPassword(body, context) : grantByRefresh(body, context);

const grantByPassword = (form: Form, context: Context): Response => {
  const { username = "", password = "", otp = "" } = form;
  const missing = missingFields({ username, password });
  if (missing !== undefined) return missing;
  const account = findAccountByUsername(context.database, username);
  if (account === undefined || account.password !== password) {
    return refuse(401, "The username or password is not accepted.");
  }
  if (account.otp !== null && otp === "") return challenge(account, account.otp, context);
  if (account.otp !== null && account.otp !== otp) return refuse(401, "The one-time code is not accepted.");
  return { status: 200, body: tokenResponse(account, addRefreshToken(account, context), context) };
};

/** An account's code can be used repeatedly: the sandbox has no second factor to protect. */
const challenge = (account: SignInAccount, otp: string, { database, clock }: Context): Response => {
  sendSms(database, { phone: account.phone, text: `Your one-time code is ${otp}.`, sentAt: clock.now() });
  return { status: 202, body: { message: "A one-time code is on its way by SMS." } };
};

const grantByRefresh = (form: Form, context: Context): Response => {
  const { refresh_token: token = "" } = form;
  const missing = missingFields({ refreshToken: token });
  if (missing !== undefined) return missing;
  const credential = findCredential(context.database, "crm", token);
  const account = credential === undefined ? undefined : accountBehind(credential, context);
  if (credential === undefined || account === undefined)
    return refuse(401, "The refresh token is not accepted.");
  return {
    status: 200,
    body: tokenResponse(account, nextRefreshToken(credential, account, context), context),
  };
};

const accountBehind = (credential: Credential, { database, clock }: Context): SignInAccount | undefined =>
  credential.kind === "refresh-token" &&
  credential.accountId !== null &&
  acceptsCredential(credential, clock.now())
    ? findAccount(database, credential.accountId)
    : undefined;

/** Whether a refresh replaces the refresh token, and whether the old one stays valid, is open (U-36). */
const nextRefreshToken = (credential: Credential, account: SignInAccount, context: Context): string => {
  const choice = context.assumptions["U-36"];
  if (choice === "keep") return credential.token;
  if (choice === "rotate") credentials.save(context.database, credential.id, { state: "revoked" });
  return addRefreshToken(account, context);
};

const missingFields = (fields: Readonly<Record<string, string>>): SandboxRefusal<400> | undefined => {
  const missing: FieldError[] = Object.entries(fields)
    .filter(([, value]) => value === "")
    .map(([field]) => ({ field, code: "REQUIRED", message: `This grant needs ${field}.` }));
  return missing.length === 0
    ? undefined
    : refuse(400, "A field of the form is missing.", { fields: missing });
};

/**
 * Seconds of `expires_in`: a session's window, shorter than the access token's lifetime of 15 days, which `.expires`
 * states (CRM-36).
 */
const sessionWindow = 1199;

const tokenResponse = (
  account: SignInAccount,
  refreshToken: string,
  context: Context,
): Models["crm"]["TokenResponse"] => {
  const now = context.clock.now();
  return {
    access_token: addAccessToken(account, context),
    token_type: "bearer",
    expires_in: sessionWindow,
    refresh_token: refreshToken,
    userName: account.username,
    twoFactorEnabled: account.otp === null ? "False" : "True",
    ".issued": new Date(now).toUTCString(),
    ".expires": new Date(now + accessTokenLifetime).toUTCString(),
  };
};
