import type { IncomingMessage, RequestListener } from "node:http";
import { isIP } from "node:net";
import { hostname as machineName } from "node:os";
import { isLoopback } from "../harness/model/https-address.ts";
import { printable } from "../harness/output/escape.ts";
import { isInterfacePath } from "./interface-path.ts";
import type { RequestLog } from "./request-log.ts";

const wildcards: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** The host of a Host header, lower case and without its port; undefined for what is none. */
export const hostOf = (header: string): string | undefined =>
  /^[\w.:[\]-]+$/.test(header)
    ? URL.parse(`http://${header}`)?.hostname.replace(/^\[(.*)\]$/, "$1")
    : undefined;

/**
 * Whether a sandbox that listens on `listening` answers to a host. A page of another site can have its own name lead
 * to this machine (DNS rebinding), but neither an IP address, nor `localhost`, nor the names that this machine has.
 */
export const answersTo = (listening: string): ((host: string) => boolean) => {
  const own = wildcards.has(listening) ? machineName() : listening;
  return (host) => isLoopback(host) || isIP(host) !== 0 || host === own.toLowerCase();
};

interface Refusal {
  readonly status: 403 | 421;
  readonly message: string;
}

export const sameOrigin = (origin: string, hostHeader: string): boolean =>
  URL.parse(origin)?.host === URL.parse(`http://${hostHeader}`)?.host;

const refusalOf = (
  { url = "", headers: { host: header = "", origin } }: IncomingMessage,
  isOwn: (host: string) => boolean,
): Refusal | undefined => {
  const isInterface = isInterfacePath(url);
  // A client may map a host name of its own to this address; a browser sends its origin with a change.
  if (isInterface && origin === undefined) return undefined;
  const host = hostOf(header);
  if (host === undefined || !isOwn(host))
    return {
      status: 421,
      message: `This sandbox does not answer to the host ${printable(header) || "without a name"}. Use its IP address or localhost, or start it with --host ${printable(host ?? "NAME")}.`,
    };
  if (isInterface || origin === undefined || sameOrigin(origin, header)) return undefined;
  return { status: 403, message: "This page is for the sandbox's own origin alone." };
};

/**
 * Lets pages of other sites reach neither the control interface nor the pages, whatever names lead here, and no
 * interface under a name of theirs; clients that are no browsers reach the interfaces under any name.
 */
export const guardHosts = (
  listening: string,
  log: RequestLog,
  listener: RequestListener,
): RequestListener => {
  const isOwn = answersTo(listening);
  return (request, response) => {
    const refusal = refusalOf(request, isOwn);
    if (refusal === undefined) return listener(request, response);
    const { status, message } = refusal;
    log.note(response, { rule: "host", message, fields: [] });
    // What the body holds is of no interest any more.
    request.resume();
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ message }));
  };
};
