import { Agent as PlainAgent, request as requestPlainly, type RequestOptions } from "node:http";
import { Agent as SecureAgent, request as requestSecurely } from "node:https";
import type { InterfaceName } from "../../harness/model/interface-name.ts";

/** Bytes of a head: more than servers send, but few enough for many connections. */
export const longestHead = 128 * 1024;

/** A connection to a target belongs to one connection of a client, and sends its requests in order. */
const oneConnection = { keepAlive: true, maxSockets: 1 };

/** The target of an interface's requests. */
export const createTarget = (interfaceName: InterfaceName, baseUrl: string) => {
  const { protocol, hostname, port, host, pathname } = new URL(baseUrl);
  const isSecure = protocol === "https:";
  const where: RequestOptions = {
    protocol,
    hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
    ...(port === "" ? {} : { port }),
    setDefaultHeaders: false,
    maxHeaderSize: longestHead,
  };
  const request = isSecure ? requestSecurely : requestPlainly;
  return {
    interface: interfaceName,
    /** Without a trailing slash. */
    baseUrl,
    /** Value of its `Host` header. */
    host,
    /** Prefix of every path; empty, or with a leading slash. */
    prefix: pathname.replace(/\/+$/, ""),
    createAgent: () => (isSecure ? new SecureAgent(oneConnection) : new PlainAgent(oneConnection)),
    /** Sends a head exactly as given. */
    send(options: RequestOptions) {
      const sent = request({ ...where, ...options });
      // Beyond its own limit, Node would drop the remaining headers.
      sent.maxHeadersCount = 0;
      return sent;
    },
  };
};

export type ProxyTarget = ReturnType<typeof createTarget>;
