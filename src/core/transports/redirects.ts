import type { InterfaceName } from "../model/interface-name.ts";
import type { Redirect } from "../model/redirect.ts";
import type { FinalOutcome, Transport, WireRequest } from "../model/transport.ts";
import { pathBelow } from "./guard.ts";

/** Reports a redirect's target only by its relation to the base address: URLs may hold anything. */
const targetOf = (request: WireRequest, location: string | undefined, base: string | undefined) => {
  const target = location === undefined ? null : URL.parse(location, request.url);
  if (target === null || base === undefined) return "nowhere";
  return pathBelow(target, base) === undefined ? "another address" : "the same base address";
};

/** Notes every redirect, passes it on unchanged and never follows it. */
export const watchingRedirects = (
  send: Transport,
  baseUrls: Readonly<Record<InterfaceName, string>>,
): Transport & { redirects(): readonly Redirect[] } => {
  const seen = new Map<string, Redirect>();

  const note = (request: WireRequest, answer: FinalOutcome): void => {
    if (answer.kind !== "response" || answer.status < 300 || answer.status > 399 || answer.status === 304)
      return;
    const { interface: of, operation } = request;
    const to = targetOf(request, answer.headers["location"], baseUrls[of]);
    const key = `${of} ${operation} ${answer.status} ${to}`;
    const times = (seen.get(key)?.times ?? 0) + 1;
    seen.set(key, { interface: of, operation, status: answer.status, to, times });
  };

  const transport: Transport = async (request, signal) => {
    const answer = await send(request, signal);
    note(request, answer);
    return answer;
  };
  return Object.assign(transport, { redirects: () => [...seen.values()] });
};
