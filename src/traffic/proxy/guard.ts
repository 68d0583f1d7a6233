import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { answersTo, hostOf, sameOrigin } from "../../core/http/own-host.ts";
import type { Contract } from "../../core/model/contract.ts";
import type { SchemeCredential } from "../../core/model/exchange.ts";
import type { TrafficMeaning } from "../../inputs/meaning.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { methodOverrides } from "../../core/model/method-overrides.ts";
import type { Operation } from "../../core/model/operation.ts";
import { printable } from "../../core/output/escape.ts";
import { isMethod } from "../recordings/to-exchange.ts";
import type { OwnAnswer } from "./own-answer.ts";
import type { Addressed } from "./proxy-handler.ts";

/** The documented operation of a request, given path and query after the interface's base address. */
const documented = (
  matcher: TrafficMeaning["matcher"],
  of: InterfaceName,
  method: string,
  path: string,
): Operation | undefined =>
  matcher.match({ interface: of, method, path: path.replace(/\?.*$/s, "") })?.operation;

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

const refusal = (what: string): OwnAnswer => ({
  status: 403,
  reason: "read-only",
  message: `The proxy is read-only (--read-only), and ${what}. The target has not seen the request.`,
});

/** Why a request is no read according to the OpenAPI documents; undefined if it is one. */
export const createReadOnly =
  (matcher: TrafficMeaning["matcher"]) =>
  (
    { method = "", headers }: Pick<IncomingMessage, "method" | "headers">,
    { target, path }: Addressed,
  ): OwnAnswer | undefined => {
    if (methodOverrides.some((name) => headers[name] !== undefined))
      return refusal("the request asks for another method by a header");
    const operation = documented(matcher, target.interface, method, path);
    if (operation?.effect === "write") return refusal(`${operation.id} writes`);
    return operation !== undefined || safeMethods.has(method)
      ? undefined
      : refusal("no OpenAPI document calls the request a read");
  };

/** Why a request must not be answered; undefined if it may. */
export type Guard = (request: IncomingMessage, isInterface: boolean) => OwnAnswer | undefined;

const foreign: ReadonlySet<string> = new Set(["cross-site", "same-site"]);

/**
 * Blocks pages of other sites, whatever host name they use: from the status page always, from the interfaces if the
 * proxy adds a credential (`injects`), since every request then acts on the user's behalf. Otherwise, clients other
 * than browsers may map their own host name to this address.
 */
export const createGuard = (listening: string, injects: boolean): Guard => {
  const isOwn = answersTo(listening);
  return ({ headers }, isInterface) => {
    const { host: header = "", origin } = headers;
    const isOpen = isInterface && !injects;
    if (isOpen && origin === undefined) return undefined;
    const host = hostOf(header);
    if (host === undefined || !isOwn(host))
      return {
        status: 421,
        reason: "foreign-host",
        message: `This proxy does not answer to the host ${printable(header) || "without a name"}. Use its IP address or localhost, or start it with --host ${printable(host ?? "NAME")}.`,
      };
    const isForeign =
      (origin !== undefined && !sameOrigin(origin, header)) ||
      foreign.has(String(headers["sec-fetch-site"] ?? ""));
    return isForeign && !isOpen
      ? { status: 403, reason: "foreign-host", message: "This is for pages of the proxy's own origin alone." }
      : undefined;
  };
};

type SecretOf = (path: string) => string | undefined;

/** The credentials of an `Authorization` header among those that security schemes ask for. */
const inAuthorization = (parts: readonly SchemeCredential[]): SchemeCredential | undefined =>
  parts.find((part) => part.in === "header" && part.name.toLowerCase() === "authorization");

/** An `Authorization` header as a security scheme wants it. */
const headerOf = (
  { value, prefix = "", isBase64 }: SchemeCredential,
  secret: SecretOf,
): string | undefined => {
  const text = typeof value === "string" || value.kind !== "configured" ? undefined : secret(value.name);
  if (text === undefined) return undefined;
  return `${prefix}${isBase64 === true ? Buffer.from(text).toString("base64") : text}`;
};

/** Whether any request of an interface can be given a configured credential. */
export const givesCredential = (
  { described, operations }: Pick<Contract, "described" | "operations">,
  secret: SecretOf,
): boolean =>
  Object.values(described).some(({ mainCredential }) => secret(mainCredential) !== undefined) ||
  Object.values(operations).some((one) => {
    const part = inAuthorization(described[one.interface]?.credentialsOf?.(one.id) ?? []);
    return part !== undefined && headerOf(part, secret) !== undefined;
  });

/**
 * The `Authorization` header for requests without one: the interface's main credential, what a security scheme wants
 * there, or a signature if the OpenAPI documents require it.
 * @param secret returns the value of a credential at a dotted path
 * @param now returns milliseconds since the epoch
 */
export const createAuthorize = (
  { described }: Pick<Contract, "described">,
  matcher: TrafficMeaning["matcher"],
  secret: SecretOf,
  now: () => number,
) => {
  const signed = (method: string, url: string, of: InterfaceName): string | undefined => {
    const signing = described[of]?.signing;
    const [appKey, key] = ["appKey", "secret"].map((name) => secret(`${signing?.credential}.${name}`));
    if (signing === undefined || appKey === undefined || key === undefined || !isMethod(method))
      return undefined;
    const timestamp = Math.floor(now() / 1000);
    return signing.sign({ appKey, secret: key, method, url, nonce: randomUUID(), timestamp });
  };

  return ({ method = "", headers }: IncomingMessage, { target, path }: Addressed): string | undefined => {
    // TRACE makes a target echo the request.
    if (headers.authorization !== undefined || method === "TRACE") return undefined;
    const of = target.interface;
    const operation = documented(matcher, of, method, path);
    const security = operation?.security ?? "bearer";
    if (security === "none") return undefined;
    if (security === "schemes") {
      const part = inAuthorization(described[of]?.credentialsOf?.(operation?.id ?? "") ?? []);
      return part && headerOf(part, secret);
    }
    if (security === "hmac") return signed(method, `${target.baseUrl}${path}`, of);
    const main = secret(described[of]?.mainCredential ?? "");
    return main === undefined ? undefined : `Bearer ${main}`;
  };
};
