import type { IncomingMessage, RequestListener } from "node:http";
import { answersTo, hostOf, sameOrigin } from "../core/http/own-host.ts";
import { printable } from "../core/output/escape.ts";
import type { RequestLog } from "./request-log.ts";

interface Refusal {
  readonly status: 403 | 421;
  readonly message: string;
}

const refusalOf = (
  { url = "", headers: { host: header = "", origin } }: IncomingMessage,
  isOwn: (host: string) => boolean,
  isInterfacePath: (url: string) => boolean,
): Refusal | undefined => {
  const isInterface = isInterfacePath(url);
  // Clients may map a host name of their own to this address; browsers send their origin with changes.
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
 * Keeps pages of other sites away from the control interface and the pages under any host name, and from the interfaces
 * under their host names; clients other than browsers reach the interfaces under any name.
 */
export const guardHosts = (
  listening: string,
  isInterfacePath: (url: string) => boolean,
  log: RequestLog,
  listener: RequestListener,
): RequestListener => {
  const isOwn = answersTo(listening);
  return (request, response) => {
    const refusal = refusalOf(request, isOwn, isInterfacePath);
    if (refusal === undefined) return listener(request, response);
    const { status, message } = refusal;
    log.note(response, { rule: "host", message, fields: [] });
    // Discards the rest of the body.
    request.resume();
    response.writeHead(status, { "content-type": "application/json", "x-tripact-rule": "host" });
    response.end(JSON.stringify({ message }));
  };
};
