import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { assertHost, listen } from "../../core/http/listen.ts";
import { mayBeHere } from "../../core/model/https-address.ts";
import { type ProxyConnection, createConnection, longestHead, type ProxyTarget } from "./connection.ts";
import { ownBytes, type OwnReason } from "./own-answer.ts";
import type { ProxyHandler } from "./proxy-handler.ts";

export interface StartOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Whether each interface also gets its own port: those after `port`, or any free ones. */
  readonly ports: boolean;
  readonly targets: ReadonlyMap<InterfaceName, ProxyTarget>;
  readonly handle: ProxyHandler;
  readonly onOwn: (reason: OwnReason) => void;
}

/** How long a client's connection may be idle, in milliseconds. */
const longestIdleMs = 300_000;

const listeners = {
  // No body is too slow.
  requestTimeout: 0,
  keepAliveTimeout: longestIdleMs,
  maxHeaderSize: longestHead,
  insecureHTTPParser: false,
};

const phrases: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};

const statusOf = (code: string | undefined): number =>
  code === "HPE_HEADER_OVERFLOW" ? 431 : code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;

const refuseUnreadable = (error: NodeJS.ErrnoException, socket: Socket, isAnswering: boolean): void => {
  // Within an answer, another one would look like a part of it.
  if (error.code === "ECONNRESET" || !socket.writable || isAnswering) return void socket.destroy();
  const status = statusOf(error.code);
  const message = "The request is not readable as HTTP/1.1, or not in one way alone.";
  socket.end(ownBytes({ status, reason: "malformed-request", message }, phrases[status] ?? ""));
  return undefined;
};

const createProxyServer = ({ handle, onOwn }: StartOptions, only?: InterfaceName): Server => {
  const connections = new WeakMap<Socket, ProxyConnection>();
  const connectionOf = (socket: Socket): ProxyConnection => {
    const known = connections.get(socket) ?? createConnection(socket);
    connections.set(socket, known);
    return known;
  };
  const server = createServer(listeners);
  // Beyond its own limit, Node would drop the remaining headers.
  server.maxHeadersCount = 0;
  for (const event of ["request", "checkContinue", "checkExpectation"] as const)
    server.on(event, (incoming, outgoing) => handle(incoming, outgoing, connectionOf(incoming.socket), only));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // A client that is gone asked for nothing.
    if (error.code !== "ECONNRESET") onOwn("malformed-request");
    refuseUnreadable(error, socket, connectionOf(socket).isBusy());
  });
  server.on("connect", (_, socket) => {
    onOwn("malformed-request");
    // Node no longer listens to it.
    socket.on("error", () => socket.destroy());
    const message = "This is a reverse proxy, which opens no tunnels.";
    socket.end(ownBytes({ status: 405, reason: "malformed-request", message }, "Method Not Allowed"));
  });
  return server;
};

const closeServer = async (server: Server): Promise<void> => {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
};

/** A proxy that forwards requests to itself would loop forever. */
const assertNoLoop = (origins: readonly string[], targets: Iterable<ProxyTarget>): void => {
  const own = new Set(origins.map((origin) => new URL(origin).port));
  for (const { baseUrl, interface: name } of targets) {
    if (mayBeHere(baseUrl) && own.has(new URL(baseUrl).port))
      throw new UsageError("is the proxy's own address", {
        location: `interfaces.${name}.baseUrl`,
        hint: "choose another port",
      });
  }
};

/**
 * Serves a proxy.
 * @throws UsageError if a port is in use, or the host is not of this machine.
 */
export const openProxy = async (options: StartOptions) => {
  const { host, port, ports, targets } = options;
  assertHost(host);
  const names = ports ? [...targets.keys()] : [];
  const servers: Server[] = [];
  let closed: Promise<unknown> | undefined;
  const close = async (): Promise<void> => {
    closed ??= Promise.all(servers.map(closeServer));
    await closed;
  };
  const open = async (at: number, only?: InterfaceName): Promise<string> => {
    const server = createProxyServer(options, only);
    const origin = await listen(server, at, host);
    servers.push(server);
    return origin;
  };
  try {
    const origin = await open(port);
    const own = new Map<InterfaceName, string>();
    for (const [index, name] of names.entries())
      own.set(name, await open(port === 0 ? 0 : port + index + 1, name));
    assertNoLoop([origin, ...own.values()], targets.values());
    return {
      origin,
      /** The origins of the interfaces' own ports. */
      origins: own,
      /** Closes every connection. */
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** A proxy that serves. */
export type ServedProxy = Awaited<ReturnType<typeof openProxy>>;
