import { createHmac, timingSafeEqual } from "node:crypto";
import { assertOptions, option, type OptionsOf } from "../../core/output/options.ts";
import { type Kind, kinds, listOfKind, textOrKind, typed } from "../../core/output/values.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import type { StoredDelivery } from "../store/deliveries.ts";

/** A delivery as sent and shown: its signature proves knowledge of the secret without containing it. */
export interface SignedDelivery extends Omit<StoredDelivery, "secret"> {
  readonly headers: Readonly<Record<string, string>>;
}

/** Where U-21.header names no other. */
const usualHeader = "x-webhook-signature";

const digestOf = (body: string | Uint8Array, secret: string): Buffer =>
  createHmac("sha256", secret).update(body).digest();

/**
 * Signs a delivery, deterministically, and therefore only when it is shown. The scheme is not stated (U-21 to U-23).
 * @param header holds the signature
 */
export const signed = ({ secret, ...delivery }: StoredDelivery, header: string): SignedDelivery => {
  const encoding = delivery.interface === "volunteer" ? "hex" : "base64";
  const signature = digestOf(delivery.body, secret).toString(encoding);
  return {
    ...delivery,
    headers: { "content-type": "application/json", [header.toLowerCase()]: signature },
  };
};

/** Headers of a received request in any of the forms in which servers give them; names in any case. */
export type ReceivedHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | readonly (readonly [name: string, value: string])[];

/** A list of pairs, or else of another kind. */
const listOr = (other: Kind): Kind => ({
  mistake: (value, option) =>
    Array.isArray(value) ? listOfKind(kinds.texts).mistake(value, option) : other.mistake(value, option),
});

const bytes: Kind<Uint8Array> = {
  mistake: (value, option) =>
    value instanceof Uint8Array
      ? undefined
      : new UsageError("must be the raw body, text or bytes", { option, hint: "verify before you parse" }),
};

const requestOptions = {
  headers: option.needed(typed<ReceivedHeaders>(listOr(kinds.object))),
  body: option.needed(textOrKind(bytes)),
};

/** A received webhook: its headers, and its raw body before parsing. */
export interface WebhookRequest extends OptionsOf<typeof requestOptions> {}

/** @throws UsageError for anything but a request, and for a secret that proves nothing */
const assertVerifiable = (request: Request | WebhookRequest, secret: string): void => {
  if (secret === "")
    throw new UsageError("the secret of the webhook is empty", {
      location: "secret",
      hint: "take the secret that the subscription was answered with",
    });
  const isText = kinds.text.mistake(secret, "secret");
  if (isText !== undefined) throw isText;
  if (request instanceof Request) return;
  const { headers, body } = Object(request) as WebhookRequest; // Callers without types may pass anything.
  // A delivery, or a server's own request, has more properties than these.
  assertOptions({ headers, body }, requestOptions);
};

const bodyOf = async (request: Request | WebhookRequest): Promise<string | Uint8Array> =>
  request instanceof Request ? new Uint8Array(await request.clone().arrayBuffer()) : request.body;

const isList = (headers: ReceivedHeaders): headers is Extract<ReceivedHeaders, readonly unknown[]> =>
  Array.isArray(headers);

/** The signature; empty if there is none, or more than one. */
const signatureIn = ({ headers }: Request | WebhookRequest, header: string): string => {
  if (headers instanceof Headers) return headers.get(header)?.trim() ?? "";
  const all = isList(headers) ? headers : Object.entries(headers);
  const sent = all.flatMap(([name, value]) => (name.toLowerCase() === header ? (value ?? []) : []));
  return sent.length === 1 ? (sent[0]?.trim() ?? "") : "";
};

/**
 * Whether a webhook was signed with the secret in the sandbox's way: `x-webhook-signature` is the HMAC-SHA256 of the
 * body, in Base64 or, from the volunteer interface, in hex. The specification does not state how the platform signs
 * (U-21). Takes a fetch request, which can still be read afterwards, or the headers and the raw body; `header` is the
 * one that `--set U-21.header` names.
 * @example
 * ```ts
 * import { verifyWebhook } from "tripact";
 *
 * const headers = { "x-webhook-signature": "4EAmxri/u+Kwj+xgSTQil9MIiY7r62aDoexvvhBTfmM=" };
 * console.log(await verifyWebhook({ headers, body: '{"id":1}' }, "a secret")); // true
 * console.log(await verifyWebhook({ headers, body: '{"id":2}' }, "a secret")); // false
 * ```
 * @throws UsageError for an empty secret, with which anybody could sign.
 */
export const verifyWebhook = async (
  request: Request | WebhookRequest,
  secret: string,
  header = usualHeader,
): Promise<boolean> => {
  assertVerifiable(request, secret);
  const isText = kinds.text.mistake(header, "header");
  if (isText !== undefined) throw isText;
  const sent = signatureIn(request, header.toLowerCase());
  const signature = Buffer.from(sent, /^[\da-f]{64}$/i.test(sent) ? "hex" : "base64");
  const digest = digestOf(await bodyOf(request), secret);
  return signature.length === digest.length && timingSafeEqual(signature, digest);
};
