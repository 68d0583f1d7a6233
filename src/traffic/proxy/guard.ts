import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { operationMatcher } from "../../builtin/documents.ts";
import { interfaces } from "../../builtin/interfaces.ts";
import { answersTo, hostOf, sameOrigin } from "../../core/http/own-host.ts";
import type { InterfaceDescription } from "../../core/model/contract.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { methodOverrides } from "../../core/model/method-overrides.ts";
import type { Operation } from "../../core/model/operation.ts";
import { printable } from "../../core/output/escape.ts";
import { isMethod } from "../recordings/to-exchange.ts";
import type { OwnAnswer } from "./own-answer.ts";
import type { Addressed } from "./proxy-handler.ts";

/** The documented operation of a request, given path and query after the interface's base address. */
const documented = (of: InterfaceName, method: string, path: string): Operation | undefined =>
  operationMatcher.match({ interface: of, method, path: path.replace(/\?.*$/s, "") })?.operation;

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

const refusal = (what: string): OwnAnswer => ({
  status: 403,
  reason: "read-only",
  message: `The proxy is read-only (--read-only), and ${what}. The target has not seen the request.`,
});

/** Why a request is no read according to the OpenAPI documents; undefined if it is one. */
export const readOnlyRefusal = (
  { method = "", headers }: Pick<IncomingMessage, "method" | "headers">,
  { target, path }: Addressed,
): OwnAnswer | undefined => {
  if (methodOverrides.some((name) => headers[name] !== undefined))
    return refusal("the request asks for another method by a header");
  const operation = documented(target.interface, method, path);
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

/**
 * The `Authorization` header for requests without one: the interface's main credential, or a signature if the OpenAPI
 * documents require it.
 * @param secret returns the value of a credential at a dotted path
 * @param now returns milliseconds since the epoch
 */
export const createAuthorize = (secret: (path: string) => string | undefined, now: () => number) => {
  const described: Readonly<Record<InterfaceName, InterfaceDescription>> = interfaces;
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
    const security = documented(of, method, path)?.security ?? "bearer";
    if (security === "none") return undefined;
    if (security === "hmac") return signed(method, `${target.baseUrl}${path}`, of);
    const main = secret(described[of]?.mainCredential ?? "");
    return main === undefined ? undefined : `Bearer ${main}`;
  };
};
