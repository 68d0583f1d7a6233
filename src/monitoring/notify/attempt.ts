import { isGood } from "../../core/model/exchange.ts";
import type { HttpClient, HttpRequest } from "../../core/http/http-client.ts";
import { retryAfterMs } from "../../core/http/retry-after.ts";
import type { Clock } from "../../core/model/clock.ts";

/** Result of one attempt. `reason` never quotes the address or the receiver's answer. */
export type SendingAttempt =
  | { readonly kind: "sent" }
  /** Retrying in this run would not help. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string; readonly waitMs?: number };

const mayPass = new Set([408, 425, 429]);

/** Sends one request and reads only the status of the answer. */
export const call = async (
  client: HttpClient,
  request: Omit<HttpRequest, "statusOnly">,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<SendingAttempt> => {
  const outcome = await client({ ...request, statusOnly: true }, signal);
  signal.throwIfAborted();
  if (outcome.kind === "failure") return { kind: "failed", reason: outcome.message };
  const { status, headers } = outcome;
  if (isGood(status)) return { kind: "sent" };
  const reason = `it was answered with ${status}`;
  if (status < 500 && !mayPass.has(status)) return { kind: "refused", reason };
  const waitMs = retryAfterMs(headers["retry-after"], clock.now());
  return { kind: "failed", reason, ...(waitMs === undefined ? {} : { waitMs }) };
};

/** Milliseconds before the second, third and fourth attempt. */
const waits = [1000, 5000, 20_000] as const;

/** Time limit of an attempt, in milliseconds. */
export const longestAttemptMs = 30_000;

/** Tries until it is sent, refused, or out of attempts; starts none after `lastStart`. */
export const persist = async (
  attempt: () => Promise<SendingAttempt>,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  lastStart: number,
): Promise<SendingAttempt> => {
  let last = await attempt();
  for (const wait of waits) {
    const ms = Math.max(wait, last.kind === "failed" ? (last.waitMs ?? 0) : 0);
    if (last.kind !== "failed" || clock.now() + ms > lastStart) return last;
    await clock.sleep(ms, signal);
    last = await attempt();
  }
  return last;
};
