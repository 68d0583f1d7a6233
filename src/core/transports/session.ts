import type { Contract } from "../model/contract.ts";
import type { FinalOutcome, Transport, WireRequest } from "../model/transport.ts";
import { createTokenKeeper, type TokenKeeperOptions } from "./token-keeper.ts";

/** Placeholder in requests for the access token of an interface's account, replaced when they are sent. */
export const sessionToken = (of: string): string => `tripact-${of}-session-token`;

export interface SessionOptions extends TokenKeeperOptions {
  readonly contract: Pick<Contract, "operations">;
}

/** The authorization header, under the spelling that the request uses. */
const authorizationIn = ({ headers }: WireRequest): readonly [name: string, value: string] =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === "authorization") ?? ["authorization", ""];

const authorizationOf = (request: WireRequest): string => authorizationIn(request)[1];

/** Whether a 401 may mean an expired token; altered tokens, or those of another interface, are refused on purpose. */
const mayBeExpired = (
  { contract: { operations }, endpoint }: SessionOptions,
  request: WireRequest,
  answer: FinalOutcome,
): boolean =>
  answer.kind === "response" &&
  answer.status === 401 &&
  request.interface === endpoint.interface &&
  authorizationOf(request) === `Bearer ${sessionToken(endpoint.interface)}` &&
  // An endpoint without bearer authentication answers 401 to any token.
  Object.hasOwn(operations, request.operation) &&
  operations[request.operation]?.security === "bearer";

/**
 * Uses an OAuth token in place of an API key: a request that carries `sessionToken` is sent with the access token of an
 * account. When that token is refused with 401, it is refreshed once for all waiting requests, and the request is sent
 * once more. A refresh replaces both tokens; the new refresh token is on disk before either is used. Other 401s are
 * final.
 */
export const createSession = (options: SessionOptions): ((send: Transport) => Transport) => {
  const keeper = createTokenKeeper(options);
  const standIn = sessionToken(options.endpoint.interface);
  const withToken = (request: WireRequest, token: string): WireRequest => {
    const [name, value] = authorizationIn(request);
    return { ...request, headers: { ...request.headers, [name]: value.replace(standIn, token) } };
  };
  /** Operations that refuse a freshly issued token. */
  const refusing = new Set<string>();

  return (send) => async (request, signal) => {
    if (!authorizationOf(request).includes(standIn)) return send(request, signal);
    const first = await keeper.tokensAfter(undefined, send, signal);
    if ("kind" in first) return { ...first };
    const answer = await send(withToken(request, first.access), signal);
    if (!mayBeExpired(options, request, answer) || refusing.has(request.operation)) return answer;
    const next = await keeper.tokensAfter(first.access, send, signal);
    // The refusal of the request itself is more informative than that of the refresh.
    if ("kind" in next) return next.stop === undefined ? answer : { ...next };
    const again = await send(withToken(request, next.access), signal);
    if (again.kind === "response" && again.status === 401) refusing.add(request.operation);
    return again;
  };
};
