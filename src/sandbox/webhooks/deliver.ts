/** A delivery as it goes out. */
export interface DeliveryRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of an attempt: the receiver's status, a reason why there is none, or that it was only logged. */
export type DeliveryOutcome =
  | { readonly kind: "answered"; readonly status: number }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "logged" };

/** Sends one delivery. Never throws for what a receiver does. */
export interface Deliver {
  (request: DeliveryRequest): Promise<DeliveryOutcome>;
  /** Whether deliveries to an address are sent at all and not only logged; by default all are. */
  readonly reaches?: (url: string) => boolean;
}

/** How long a receiver may take (assumed, U-23). */
const timeoutMs = 3000;

const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

const isLoopback = (url: string): boolean => loopbackHosts.has(URL.parse(url)?.hostname ?? "");

/**
 * Sends to addresses of this machine alone: invented data goes nowhere else. Everything else is only logged.
 */
export const deliverToLoopback: Deliver = Object.assign(
  async ({ url, headers, body }: DeliveryRequest): Promise<DeliveryOutcome> => {
    if (!isLoopback(url)) return { kind: "logged" };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
      await response.body?.cancel();
      return { kind: "answered", status: response.status };
    } catch (error) {
      const timedOut = error instanceof DOMException && error.name === "TimeoutError";
      return { kind: "failed", reason: timedOut ? "timeout" : "unreachable" };
    }
  },
  { reaches: isLoopback },
);
