import { createHmac } from "node:crypto";
import type { StoredDelivery } from "../store/deliveries.ts";

/** A delivery as it is sent and shown: its signature proves the secret without containing it. */
export interface Delivery extends Omit<StoredDelivery, "secret"> {
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Signs a delivery, each time with the same result; so it is done when somebody is to see it. Nothing of the scheme is
 * stated (U-21 to U-23).
 */
export const signed = ({ secret, ...delivery }: StoredDelivery): Delivery => {
  const encoding = delivery.interface === "volunteer" ? "hex" : "base64";
  const signature = createHmac("sha256", secret).update(delivery.body).digest(encoding);
  return {
    ...delivery,
    headers: { "content-type": "application/json", "x-webhook-signature": signature },
  };
};
