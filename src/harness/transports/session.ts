import type { Contract } from "../model/contract.ts";
import type { Answer, Transport, WireRequest } from "../model/transport.ts";
import { createTokenKeeper, type TokenKeeperOptions } from "./token-keeper.ts";

/** Stands for the access token of an interface's account in requests, until they are sent. */
export const sessionToken = (of: string): string => `tripact-${of}-session-token`;

export interface SessionOptions extends TokenKeeperOptions {
  readonly contract: Pick<Contract, "operations">;
}

/** Under the name that the request spells it with. */
const authorizationIn = ({ headers }: WireRequest): readonly [name: string, value: string] =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === "authorization") ?? ["authorization", ""];

const authorizationOf = (request: WireRequest): string => authorizationIn(request)[1];

/** Whether a 401 may be that of a token which has expired: shown altered, or to another interface, it is meant to be refused. */
const mayBeExpired = (
  { contract: { operations }, endpoint }: SessionOptions,
  request: WireRequest,
  answer: Answer,
): boolean =>
  answer.kind === "response" &&
  answer.status === 401 &&
  request.interface === endpoint.interface &&
  authorizationOf(request) === `Bearer ${sessionToken(endpoint.interface)}` &&
  // An endpoint that takes no bearer answers 401 to any.
  Object.hasOwn(operations, request.operation) &&
  operations[request.operation]?.security === "bearer";

/**
 * Works with an OAuth token in place of an API key: a request that carries `sessionToken` goes out with the access
 * token of an account. When that one is refused with 401 it is refreshed once for all who wait, and the request is
 * asked once more; a refresh replaces both tokens, and the new refresh token is on the disk before either is used.
 * Other 401s are final.
 */
export const createSession = (options: SessionOptions): ((send: Transport) => Transport) => {
  const keeper = createTokenKeeper(options);
  const standIn = sessionToken(options.endpoint.interface);
  const withToken = (request: WireRequest, token: string): WireRequest => {
    const [name, value] = authorizationIn(request);
    return { ...request, headers: { ...request.headers, [name]: value.replace(standIn, token) } };
  };
  /** Operations that refuse a token that was just issued. */
  const refusing = new Set<string>();

  return (send) => async (request, signal) => {
    if (!authorizationOf(request).includes(standIn)) return send(request, signal);
    const first = await keeper.tokensAfter(undefined, send, signal);
    if ("kind" in first) return { ...first };
    const answer = await send(withToken(request, first.access), signal);
    if (!mayBeExpired(options, request, answer) || refusing.has(request.operation)) return answer;
    const next = await keeper.tokensAfter(first.access, send, signal);
    // The refusal of the request itself shows more than that of the refresh.
    if ("kind" in next) return next.stop === undefined ? answer : { ...next };
    const again = await send(withToken(request, next.access), signal);
    if (again.kind === "response" && again.status === 401) refusing.add(request.operation);
    return again;
  };
};
