import { isObject } from "../../../harness/model/json-object.ts";
import type { Fault } from "../fault.ts";
import { parse } from "./wrappers.ts";

/** A webhook as it is subscribed through the control interface. */
export interface Subscription {
  readonly kinds: readonly string[];
  readonly active: boolean;
}

const subscriptionIn = (body: unknown): Subscription | undefined => {
  if (!isObject(body) || !Array.isArray(body["kinds"])) return undefined;
  const kinds = body["kinds"].filter((kind): kind is string => typeof kind === "string");
  return { kinds, active: body["active"] !== false };
};

/** Lets the sandbox take every subscription otherwise than it was made. */
export const onSubscription =
  (change: (subscription: Subscription) => Subscription): Fault["wrap"] =>
  (next) =>
  (incoming) => {
    const body = incoming.url.pathname === "/control/webhooks" ? parse(incoming.body) : undefined;
    const subscription = subscriptionIn(body);
    if (!isObject(body) || subscription === undefined) return next(incoming);
    return next({ ...incoming, body: JSON.stringify({ ...body, ...change(subscription) }) });
  };
