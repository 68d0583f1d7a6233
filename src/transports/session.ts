import { operations } from "../generated/operations.ts";
import type { FailureOutcome } from "../model/exchange.ts";
import type { Operation } from "../model/operation.ts";
import type { Answer, Transport, WireRequest } from "../model/transport.ts";
import type { SealedFile } from "./sealed-file.ts";

/** Stands for the access token in requests, until they are sent. */
export const sessionToken = "tripact-session-token";

export interface SessionOptions {
  /** Base address of the CRM. */
  readonly baseUrl: string;
  readonly account: { readonly username: string; readonly password: string };
  /** Where the refresh token is kept; absent where nothing may be written. */
  readonly file?: SealedFile;
  /** Told of every token before it is used, so that it can be masked wherever it turns up. */
  readonly learn: (token: string, name: string) => void;
}

interface Tokens {
  readonly access: string;
  readonly refresh: string | undefined;
}

const failure = (message: string, stop?: "safety"): FailureOutcome => ({
  kind: "failure",
  reason: "not-sent",
  message,
  ...(stop === undefined ? {} : { stop }),
});

const authorizationOf = ({ headers }: WireRequest): string => headers["authorization"] ?? "";

const withToken = (request: WireRequest, token: string): WireRequest => ({
  ...request,
  headers: { ...request.headers, authorization: authorizationOf(request).replace(sessionToken, token) },
});

const tokensIn = (answer: Answer): Tokens | undefined => {
  if (answer.kind !== "response" || answer.status !== 200 || answer.body.kind !== "json") return undefined;
  const { value } = answer.body;
  if (typeof value !== "object" || value === null) return undefined;
  const text = (name: string): string | undefined => {
    const found: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
    // What travels in a header is one word.
    return typeof found === "string" && /^[!-~]+$/.test(found) ? found : undefined;
  };
  const access = text("access_token");
  return access === undefined ? undefined : { access, refresh: text("refresh_token") };
};

/** An endpoint that takes no bearer answers 401 to any. */
const takesBearer = ({ operation }: WireRequest): boolean =>
  Object.values<Operation>(operations).find(({ id }) => id === operation)?.security === "bearer";

/**
 * Works with an OAuth token in place of an API key: a request that carries `sessionToken` goes out with the access
 * token of an account. When that one is refused with 401 it is refreshed once for all who wait, and the request is
 * asked once more (CRM-47); a refresh replaces both tokens, and the new refresh token is on the disk before either is
 * used (CRM-37). Other 401s are final.
 */
export const createSession = (options: SessionOptions): ((send: Transport) => Transport) => {
  const { account, file, learn } = options;
  let tokens: Tokens | undefined;
  let renewing: Promise<Tokens | FailureOutcome> | undefined;
  /** Once the account itself was refused, nobody asks again. */
  let refused: FailureOutcome | undefined;
  /** Operations that refuse a token that was just issued. */
  const refusing = new Set<string>();

  const grant = (fields: Readonly<Record<string, string>>): WireRequest => ({
    interface: "crm",
    operation: "issueToken",
    effect: "token",
    method: "POST",
    url: `${options.baseUrl}/Token`,
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    pathParameters: {},
    asItComes: false,
  });

  /** Keeps the tokens of an answer and then lets them be used. */
  const take = (issued: Tokens, before: string | undefined): Tokens | FailureOutcome => {
    learn(issued.access, "$CRM_ACCESS_TOKEN");
    const refresh = issued.refresh ?? before;
    if (refresh !== undefined) {
      learn(refresh, "$CRM_REFRESH_TOKEN");
      try {
        file?.write(refresh);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return failure(`the new refresh token cannot be kept: ${reason}`, "safety");
      }
    }
    tokens = { access: issued.access, refresh };
    return tokens;
  };

  const refresh = async (
    token: string | undefined,
    send: Transport,
    signal: AbortSignal | undefined,
  ): Promise<Tokens | FailureOutcome | undefined> => {
    if (token === undefined) return undefined;
    const answer = await send(grant({ grant_type: "refresh_token", refresh_token: token }), signal);
    if (answer.kind === "failure" && answer.stop !== undefined) return answer;
    const issued = tokensIn(answer);
    return issued && take(issued, token);
  };

  const logIn = async (
    send: Transport,
    signal: AbortSignal | undefined,
  ): Promise<Tokens | FailureOutcome> => {
    const answer = await send(grant({ grant_type: "password", ...account }), signal);
    if (answer.kind === "failure") return answer;
    const issued = tokensIn(answer);
    if (issued !== undefined) return take(issued, undefined);
    const why = answer.status === 202 ? "it asks for a second factor" : `it is answered ${answer.status}`;
    refused = failure(`the account of crm.credentials.password got no token: ${why}`);
    return refused;
  };

  const renew = async (
    send: Transport,
    signal: AbortSignal | undefined,
  ): Promise<Tokens | FailureOutcome> => {
    const known = tokens?.refresh ?? file?.read();
    if (known !== undefined) learn(known, "$CRM_REFRESH_TOKEN");
    return (await refresh(known, send, signal)) ?? logIn(send, signal);
  };

  /** New tokens, one refresh for all who wait; those that came meanwhile do as well. */
  const tokensAfter = (
    stale: string | undefined,
    send: Transport,
    signal: AbortSignal | undefined,
  ): Promise<Tokens | FailureOutcome> => {
    if (refused !== undefined) return Promise.resolve(refused);
    if (tokens !== undefined && tokens.access !== stale) return Promise.resolve(tokens);
    renewing ??= renew(send, signal).finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  return (send) => async (request, signal) => {
    const header = authorizationOf(request);
    if (!header.includes(sessionToken)) return send(request, signal);
    const first = await tokensAfter(undefined, send, signal);
    if ("kind" in first) return { ...first };
    const answer = await send(withToken(request, first.access), signal);
    const isExpired =
      answer.kind === "response" &&
      answer.status === 401 &&
      header === `Bearer ${sessionToken}` &&
      // Shown to another interface, it is meant to be refused.
      request.interface === "crm" &&
      takesBearer(request) &&
      !refusing.has(request.operation);
    if (!isExpired) return answer;
    const next = await tokensAfter(first.access, send, signal);
    // The refusal of the request itself tells more than that of the refresh.
    if ("kind" in next) return next.stop === undefined ? answer : { ...next };
    const again = await send(withToken(request, next.access), signal);
    if (again.kind === "response" && again.status === 401) refusing.add(request.operation);
    return again;
  };
};
