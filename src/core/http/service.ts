import type { FailureOutcome } from "../model/exchange.ts";
import type { FinalOutcome } from "../model/transport.ts";
import { createHttpClient, type HttpLimits, type HttpRequest } from "./http-client.ts";

export interface ServiceLimits extends HttpLimits {
  readonly maxRequests: number;
  /** Limit for the time of all exchanges together, in milliseconds. */
  readonly maxTotalMs: number;
}

const defaults: ServiceLimits = {
  timeoutMs: 30_000,
  maxBodyBytes: 10 * 1_048_576,
  maxRequests: 500,
  maxTotalMs: 600_000,
  monotonic: () => performance.now(),
};

const notSent = (message: string): FailureOutcome => ({ kind: "failure", reason: "not-sent", message });

const spent = (name: string, what: string): FailureOutcome => ({
  ...notSent(`${name} has used up its limit of ${what}`),
  stop: "budget",
});

/** The same outcome, with the service's name in its message. */
const named = (outcome: FinalOutcome, name: string): FinalOutcome => {
  if (outcome.kind === "response") return outcome;
  const message = outcome.message.startsWith("the address cannot be reached")
    ? `${name} cannot be reached`
    : `${name} gave no answer: ${outcome.message}`;
  return { ...outcome, message };
};

/**
 * Limits time, size and number of exchanges. Its credential goes only to its own origin; no redirects.
 * @throws UsageError if its proxy is unusable
 */
export const openService = (
  options: Partial<ServiceLimits> & {
    /** Name in messages, for example `the broker`. */
    readonly name: string;
    /** Root address, as read by `readHttpsAddress`. Nothing is sent to another origin. */
    readonly address: URL;
    /** Sent with every request, including the credential; never written anywhere. */
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    /** Whether its answers are wanted as they were sent, too. */
    readonly asSent?: true;
  },
) => {
  const { name, address, headers, signal, asSent, ...limits } = { ...defaults, ...options };
  // An unusable proxy is refused before anything is sent.
  limits.proxyFor?.(address.href);
  const client = createHttpClient(limits);
  let requests = 0;
  let elapsedMs = 0;

  /** The URL of a request, or why it is not allowed. */
  const allowed = (to: string): URL | FailureOutcome => {
    const url = URL.parse(to, address.href);
    if (url === null) return notSent(`${name} points to an invalid address`);
    if (url.origin !== address.origin) return notSent(`${name} points to another address`);
    if (requests >= limits.maxRequests) return spent(name, `${limits.maxRequests} requests`);
    return elapsedMs >= limits.maxTotalMs ? spent(name, `${limits.maxTotalMs} ms`) : url;
  };

  return {
    /**
     * Returns one outcome for one request, to an absolute address or one relative to the root's origin. Never throws
     * because of the service or an address it returned; rejects if the run is stopped. `withinMs`: time limit of this
     * request, if shorter than usual
     */
    async send(method: HttpRequest["method"], to: string, body?: unknown, withinMs?: number) {
      signal.throwIfAborted();
      const url = allowed(to);
      if (!(url instanceof URL)) return url;
      requests += 1;
      const startedAt = limits.monotonic();
      const late = withinMs === undefined ? undefined : AbortSignal.timeout(withinMs);
      const outcome = await client(
        {
          method,
          url: url.href,
          headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          ...(asSent === undefined ? {} : { asSent }),
        },
        late === undefined ? signal : AbortSignal.any([signal, late]),
      );
      elapsedMs += limits.monotonic() - startedAt;
      signal.throwIfAborted();
      if (outcome.kind === "failure" && late?.aborted === true)
        return { ...outcome, message: `${name} gave no answer in the remaining time` };
      return named(outcome, name);
    },
  };
};

/** A service other than the target that receives a credential: an issue tracker, a broker. */
export type Service = ReturnType<typeof openService>;
