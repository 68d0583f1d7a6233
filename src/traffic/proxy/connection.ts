import {
  type Agent,
  Agent as PlainAgent,
  request as requestPlainly,
  type RequestOptions,
  type ServerResponse,
} from "node:http";
import { Agent as SecureAgent, request as requestSecurely } from "node:https";
import type { Socket } from "node:net";
import type { InterfaceName } from "../../core/model/interface-name.ts";

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

/** Maximum number of pipelined requests without an answer. */
const mostWaiting = 10_000;

/**
 * A client's connection, with its own connection to each target, so that nobody gets another client's answer. A
 * pipelined request starts when the previous one is answered, and not at all if that answer ends the connection.
 */
export const createConnection = (socket: Socket) => {
  const agents = new Map<ProxyTarget, Agent>();
  const waiting: (readonly [ServerResponse, () => void])[] = [];
  let isBusy = false;
  socket.once("close", () => {
    for (const agent of agents.values()) agent.destroy();
  });

  const begin = (outgoing: ServerResponse, start: () => void): void => {
    isBusy = true;
    outgoing.once("close", () => {
      isBusy = false;
      const next = socket.writable ? waiting.shift() : undefined;
      if (next !== undefined) begin(...next);
    });
    start();
  };

  return {
    agentOf(target: ProxyTarget) {
      const known = agents.get(target) ?? target.createAgent();
      agents.set(target, known);
      return known;
    },
    /** Starts a request when its turn comes. */
    take(outgoing: ServerResponse, start: () => void) {
      if (!isBusy) begin(outgoing, start);
      else if (waiting.length < mostWaiting) waiting.push([outgoing, start]);
      else socket.destroy();
    },
    /** Whether one of its requests is in progress. */
    isBusy: () => isBusy,
  };
};

export type ProxyConnection = ReturnType<typeof createConnection>;
