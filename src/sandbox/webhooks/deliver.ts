import type { HttpClient } from "../../harness/http/http-client.ts";
import { isHere } from "../../harness/model/https-address.ts";

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

/** Loaded with the first delivery, since most sandboxes make none. */
const openClient = async (): Promise<HttpClient> => {
  const { createHttpClient } = await import("../../harness/http/http-client.ts");
  return createHttpClient({ timeoutMs, maxBodyBytes: 0, monotonic: () => performance.now() });
};

let client: Promise<HttpClient> | undefined;

/**
 * Sends to addresses of this machine alone: invented data goes nowhere else. Everything else is only logged.
 */
export const deliverToLoopback: Deliver = Object.assign(
  async ({ url, headers, body }: DeliveryRequest): Promise<DeliveryOutcome> => {
    if (!isHere(url)) return { kind: "logged" };
    const send = await (client ??= openClient());
    const outcome = await send({ method: "POST", url, headers, body, statusOnly: true });
    if (outcome.kind === "response") return { kind: "answered", status: outcome.status };
    return { kind: "failed", reason: outcome.reason === "timeout" ? "timeout" : "unreachable" };
  },
  { reaches: isHere },
);
