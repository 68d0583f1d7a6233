import { createHmac } from "node:crypto";
import type { SigningInput } from "../core/model/contract.ts";

/**
 * The Authorization header of an HMAC-only endpoint. The scheme is not stated (U-18) but assumed, as in the sandbox, so
 * a refusal proves nothing. The secret is base64.
 */
export const hmacAuthorization = (input: SigningInput): string => {
  const { appKey, method, nonce, timestamp } = input;
  const text = `${appKey}${encodeURIComponent(input.url.toLowerCase())}${method}${nonce}${timestamp}`;
  const key = Buffer.from(input.secret, "base64");
  const signature = createHmac("sha256", key).update(text.toLowerCase()).digest("base64");
  return `Hmac ${appKey}:${signature}:${nonce}:${timestamp}`;
};
