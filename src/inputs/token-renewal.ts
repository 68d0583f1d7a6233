import { isGood } from "../core/model/exchange.ts";
import type { Transport, WireRequest } from "../core/model/transport.ts";

/** A token that a run was issued. */
export interface IssuedToken {
  value: string;
  /** Undefined if none is issued. */
  readonly issue: (signal: AbortSignal) => Promise<string | undefined>;
}

/** As many times as a run has its tokens issued again. */
const mostRenewals = 20;

const carries = ({ headers }: WireRequest, token: string): boolean =>
  Object.values(headers).some((value) => value === token || value.endsWith(` ${token}`));

const replaced = (request: WireRequest, token: string, by: string): WireRequest => ({
  ...request,
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      value === token || value.endsWith(` ${token}`)
        ? `${value.slice(0, value.length - token.length)}${by}`
        : value,
    ]),
  ),
});

/**
 * Has a token issued again when a request is refused with one that was accepted before. An operation that refuses the
 * new one, too, refuses for another reason.
 */
export const renewing = (tokens: readonly IssuedToken[]): ((send: Transport) => Transport) => {
  const accepted = new Set<string>();
  const stubborn = new Set<string>();
  const pending = new Map<IssuedToken, Promise<string | undefined>>();
  let renewals = 0;

  /** One renewal for all requests that were refused with the same token. */
  const renewed = async (
    token: IssuedToken,
    refused: string,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    if (token.value !== refused) return token.value;
    const known = pending.get(token);
    if (known !== undefined) return known;
    if (renewals >= mostRenewals) return undefined;
    renewals += 1;
    const next = token.issue(signal).finally(() => pending.delete(token));
    pending.set(token, next);
    const value = await next;
    if (value !== undefined) token.value = value;
    return value;
  };

  return (send) => async (request, signal) => {
    const used = tokens.find(({ value }) => carries(request, value));
    const value = used?.value ?? "";
    const answer = await send(request, signal);
    if (used === undefined || answer.kind === "failure") return answer;
    if (isGood(answer.status)) accepted.add(value);
    if (answer.status !== 401 || !accepted.has(value) || stubborn.has(request.operation)) return answer;
    const next = await renewed(used, value, signal ?? new AbortController().signal);
    if (next === undefined) return answer;
    const again = await send(replaced(request, value, next), signal);
    if (again.kind !== "failure" && again.status === 401) stubborn.add(request.operation);
    return again;
  };
};
