import type { FailureOutcome } from "../model/exchange.ts";
import type { TokenAccount } from "../model/contract.ts";
import type { Operation } from "../model/operation.ts";
import { shellName } from "../model/secret.ts";
import type { FinalOutcome, Transport, WireRequest } from "../model/transport.ts";
import type { SealedFile } from "./seal.ts";
import { property } from "../model/json-object.ts";
import { messageOf } from "../model/error-code.ts";

interface Tokens {
  readonly access: string;
  readonly refresh: string | undefined;
}

/** A token request with urlencoded fields (RFC 6749, section 4.3.2). */
const tokenRequest = (
  { interface: of, id, method, path }: Operation,
  baseUrl: string,
  fields: Readonly<Record<string, string>>,
): WireRequest => ({
  interface: of,
  operation: id,
  effect: "token",
  method,
  url: `${baseUrl}${path}`,
  headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
  pathParameters: {},
  asItComes: false,
});

/** The tokens in an answer; undefined if it issues none. */
const tokensIn = (answer: FinalOutcome): Tokens | undefined => {
  if (answer.kind !== "response" || answer.status !== 200 || answer.body.kind !== "json") return undefined;
  const { value } = answer.body;
  const text = (name: string): string | undefined => {
    const found = property(value, name);
    // A header value must be one word.
    return typeof found === "string" && /^[!-~]+$/.test(found) ? found : undefined;
  };
  const access = text("access_token");
  return access === undefined ? undefined : { access, refresh: text("refresh_token") };
};

export interface TokenKeeperOptions {
  readonly endpoint: Operation;
  readonly baseUrl: string;
  readonly account: Pick<TokenAccount, "credential" | "withoutToken">;
  readonly login: { readonly username: string; readonly password: string };
  /** File of the refresh token; absent if nothing may be written. */
  readonly file?: SealedFile;
  /** Called with each token before its first use, so that output can mask it. */
  readonly learn: (token: string, name: string) => void;
}

type Ask = (send: Transport, signal: AbortSignal | undefined) => Promise<Tokens | FailureOutcome>;

const failure = (message: string, stop?: "safety"): FailureOutcome => ({
  kind: "failure",
  reason: "not-sent",
  message,
  ...(stop === undefined ? {} : { stop }),
});

/** Name of the tokens in output: `$SHOP_ACCESS_TOKEN`. */
export const accessName = ({ interface: of }: Pick<Operation, "interface">): string =>
  shellName(`${of} access_token`);

const refreshName = ({ interface: of }: Operation): string => shellName(`${of} refresh_token`);

/** Stores the tokens of an answer before they are used, first the refresh token, because it replaces the old one. */
const keep = ({ endpoint, file, learn }: TokenKeeperOptions, issued: Tokens, before: string | undefined) => {
  learn(issued.access, accessName(endpoint));
  const refresh = issued.refresh ?? before;
  if (refresh === undefined) return issued;
  learn(refresh, refreshName(endpoint));
  try {
    file?.write(refresh);
  } catch (error) {
    return failure(`the new refresh token cannot be stored: ${messageOf(error)}`, "safety");
  }
  return { access: issued.access, refresh };
};

/** Undefined if the token is refused. */
const refreshed = async (options: TokenKeeperOptions, token: string, ...[send, signal]: Parameters<Ask>) => {
  const fields = { grant_type: "refresh_token", refresh_token: token };
  const answer = await send(tokenRequest(options.endpoint, options.baseUrl, fields), signal);
  if (answer.kind === "failure" && answer.stop !== undefined) return answer;
  const issued = tokensIn(answer);
  return issued && keep(options, issued, token);
};

export const createTokenKeeper = (options: TokenKeeperOptions) => {
  const { endpoint, baseUrl, account, login, file, learn } = options;
  let tokens: Tokens | undefined;
  let renewing: Promise<Tokens | FailureOutcome> | undefined;
  /** Set once the account itself was refused; no further requests are made. */
  let refused: FailureOutcome | undefined;

  const logIn: Ask = async (send, signal) => {
    const answer = await send(tokenRequest(endpoint, baseUrl, { grant_type: "password", ...login }), signal);
    if (answer.kind === "failure") return answer;
    const issued = tokensIn(answer);
    if (issued !== undefined) return keep(options, issued, undefined);
    const why = account.withoutToken[answer.status] ?? `it was answered with ${answer.status}`;
    refused = failure(`the account of ${account.credential} got no token: ${why}`);
    return refused;
  };

  const renew: Ask = async (send, signal) => {
    const known = tokens?.refresh ?? file?.read();
    if (known !== undefined) learn(known, refreshName(endpoint));
    const renewed =
      (known === undefined ? undefined : await refreshed(options, known, send, signal)) ??
      (await logIn(send, signal));
    if (!("kind" in renewed)) tokens = renewed;
    return renewed;
  };

  return {
    /** Replaces a stale token by one refresh for all waiting requests; tokens issued meanwhile are reused. */
    tokensAfter(stale: string | undefined, send: Transport, signal: AbortSignal | undefined) {
      if (refused !== undefined) return Promise.resolve(refused);
      if (tokens !== undefined && tokens.access !== stale) return Promise.resolve(tokens);
      renewing ??= renew(send, signal).finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
};
