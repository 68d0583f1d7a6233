import { createHmac, timingSafeEqual } from "node:crypto";
import type { SandboxState } from "../environment.ts";
import { refuse, type SandboxRefusal } from "../refusal.ts";
import { findCredential, acceptsCredential, type Credential } from "../store/credentials.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Incoming } from "./message.ts";

type Known = Pick<SandboxState, "database" | "clock" | "assumptions">;

/** One text for all reasons: an answer does not reveal what is wrong with a credential. */
const refused = (): SandboxRefusal<401> => refuse(401, "The credential is not accepted.");

/** Kinds allowed in a `Bearer` header; only the token endpoint accepts a refresh token. */
const bearerKinds: ReadonlySet<string> = new Set(["api-key", "access-token", "token"]);

/**
 * The credential of a request, or 401: missing, malformed, of another interface, of the wrong kind, revoked, suspended
 * or expired (CRM-30, CRM-32, CRM-21, VOL-08, VOL-09, GEN-04).
 */
export const authenticate = (
  request: Incoming,
  endpoint: Pick<Endpoint, "interface" | "security">,
  environment: Known,
): Credential | SandboxRefusal<401> => {
  const header = request.header("authorization");
  if (header === undefined) return refused();
  const credential =
    endpoint.security === "hmac"
      ? signedBy(header, request, endpoint, environment)
      : borneBy(header, endpoint, environment);
  return credential !== undefined && acceptsCredential(credential, environment.clock.now())
    ? credential
    : refused();
};

/** The literal `Bearer`, one space, one token of visible characters; nothing else is accepted. */
const borneBy = (
  header: string,
  endpoint: Pick<Endpoint, "interface">,
  { database }: Known,
): Credential | undefined => {
  const token = /^Bearer ([!-~]+)$/.exec(header)?.[1];
  if (token === undefined) return undefined;
  const credential = findCredential(database, endpoint.interface, token);
  return credential !== undefined && bearerKinds.has(credential.kind) ? credential : undefined;
};

/**
 * `Hmac {appKey}:{signature}:{nonce}:{unixSeconds}`: the signature is Base64 of HMAC-SHA256, with the decoded secret as
 * key, over the lower-case concatenation of key, percent-encoded lower-case URL, method, nonce and time (assumed,
 * U-18).
 */
const signedBy = (
  header: string,
  request: Incoming,
  endpoint: Pick<Endpoint, "interface">,
  { database, clock, assumptions }: Known,
): Credential | undefined => {
  const parts = /^Hmac ([^:\s]+):([A-Za-z0-9+/]+={0,2}):([^:\s]+):(\d{1,12})$/.exec(header);
  if (parts === null) return undefined;
  const [, appKey = "", signature = "", nonce = "", timestamp = ""] = parts;
  const credential = findCredential(database, endpoint.interface, appKey);
  if (credential?.kind !== "hmac" || credential.secret === null) return undefined;
  const maximumAge = assumptions["U-18.maximumAge"];
  const age = Math.abs(clock.now() / 1000 - Number(timestamp));
  if (maximumAge > 0 && age > maximumAge) return undefined;
  const url = encodeURIComponent(request.url.toLowerCase());
  const text = `${appKey}${url}${request.method}${nonce}${timestamp}`;
  const expected = createHmac("sha256", Buffer.from(credential.secret, "base64"))
    .update(text.toLowerCase())
    .digest();
  const given = Buffer.from(signature, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected) ? credential : undefined;
};
