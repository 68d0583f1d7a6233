import type { PlanContext, Violation } from "../../core/model/check.ts";
import { jsonOf, type Authorization, type Call, type Exchange } from "../../core/model/exchange.ts";
import { configured, learnt, type Secret } from "../../core/model/secret.ts";
import { property } from "./json.ts";
import { violation } from "./judgements.ts";

type Account = "password" | "twoFactor";

export const passwordNeeds = [
  "crm.credentials.password.username",
  "crm.credentials.password.password",
] as const;

export const twoFactorNeeds = [
  "crm.credentials.twoFactor.username",
  "crm.credentials.twoFactor.password",
  "crm.credentials.twoFactor.otp",
] as const;

const accountFields = (account: Account) => ({
  grant_type: "password",
  username: configured(`crm.credentials.${account}.username`),
  password: configured(`crm.credentials.${account}.password`),
});

const tokenCall = (label: string, body: Call["body"]): Call => ({
  operation: "issueToken",
  authorization: { kind: "none" },
  label,
  ...(body === undefined ? {} : { body }),
});

/** A password grant of a configured account, as the stated form or as one that must fail. */
export const passwordGrant = (label: string, kind: "form" | "multipart" = "form"): Call =>
  tokenCall(label, { kind, fields: accountFields("password") });

/** The same grant with some fields replaced or, if undefined, left out. */
export const alteredGrant = (
  label: string,
  altered: Readonly<Record<string, string | Secret | undefined>>,
): Call => {
  const fields = Object.entries({ ...accountFields("password"), ...altered });
  const given = fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return tokenCall(label, { kind: "form", fields: Object.fromEntries(given) });
};

/** A password grant of the two-factor account: with its code, with a given one, or without any. */
export const twoFactorGrant = (label: string, code?: string | Secret): Call =>
  tokenCall(label, {
    kind: "form",
    fields: { ...accountFields("twoFactor"), ...(code === undefined ? {} : { otp: code }) },
  });

export const oneTimeCode = configured("crm.credentials.twoFactor.otp");

export const refreshGrant = (
  label: string,
  refreshToken: string,
  kind: "form" | "multipart" = "form",
): Call => refreshGrantWith(label, learnt("crm refresh token", refreshToken), kind);

/** A refresh with any secret as its token. */
export const refreshGrantWith = (label: string, secret: Secret, kind: "form" | "multipart" = "form"): Call =>
  tokenCall(label, { kind, fields: { grant_type: "refresh_token", refresh_token: secret } });

const textAt = (exchange: Exchange | undefined, name: string): string | undefined => {
  const value = exchange === undefined ? undefined : property(jsonOf(exchange), name);
  return typeof value === "string" && value !== "" ? value : undefined;
};

export const accessTokenOf = (exchange: Exchange | undefined): string | undefined =>
  textAt(exchange, "access_token");

export const refreshTokenOf = (exchange: Exchange | undefined): string | undefined =>
  textAt(exchange, "refresh_token");

/** A token from a response, as a bearer. */
export const learntBearer = (token: string): Authorization => ({
  kind: "secret",
  secret: learnt("crm access token", token),
});

/** The cheapest read, to see whether a token is accepted. */
export const probe = (label: string, token: string): Call => ({
  operation: "listContactMethodTypes",
  authorization: learntBearer(token),
  label,
  fresh: true,
});

/** Whether a configured account's name or password has characters that URL encoding changes (CRM-34). */
export const hasSpecialCharacters = (context: PlanContext): boolean =>
  passwordNeeds.some((path) => context.secretMatches(path, /[+&=% \u0080-\uffff]/));

export const missingTokens = function* (exchange: Exchange, fact?: string): Generator<Violation> {
  const tokens = { access_token: accessTokenOf(exchange), refresh_token: refreshTokenOf(exchange) };
  for (const [name, token] of Object.entries(tokens))
    if (token === undefined)
      yield violation({
        ...(fact === undefined ? {} : { fact }),
        rule: "missing",
        message: `a refresh returns no ${name}`,
        exchange,
        pointer: `/${name}`,
        expected: "a token",
        actual: "missing",
      });
};

/** When a token was issued and when it expires according to its answer; NaN if unreadable. */
export const momentsOf = (body: unknown): readonly [issued: number, expires: number] => [
  Date.parse(String(property(body, ".issued"))),
  Date.parse(String(property(body, ".expires"))),
];

/** Seconds between the two HTTP-dates of a token answer; undefined if they cannot be read. */
export const stampedLifetime = (body: unknown): number | undefined => {
  const [issued, expires] = momentsOf(body);
  return Number.isNaN(expires - issued) ? undefined : (expires - issued) / 1000;
};
