import type { HttpClient } from "../../core/http/http-client.ts";
import { isHere } from "../../core/model/https-address.ts";

export interface DeliveryRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Outcome of an attempt: the receiver's status, the reason why there is none, or that it was only logged. */
export type DeliveryOutcome =
  | { readonly kind: "answered"; readonly status: number }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "logged" };

/** Sends one delivery. Never throws because of a receiver. */
export interface Deliver {
  (request: DeliveryRequest): Promise<DeliveryOutcome>;
  /** Whether deliveries to an address are sent rather than only logged; default: always. */
  readonly reaches?: (url: string) => boolean;
}

/** Timeout of a receiver in milliseconds (assumed, U-23). */
export const timeoutMs = 3000;

/** Loaded with the first delivery, because most sandboxes send none. */
const openClient = async (): Promise<HttpClient> => {
  const { createHttpClient } = await import("../../core/http/http-client.ts");
  return createHttpClient({ timeoutMs, maxBodyBytes: 0, monotonic: () => performance.now() });
};

let client: Promise<HttpClient> | undefined;

/** Sends to addresses of this machine only, because invented data must not leave it. Everything else is only logged. */
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
