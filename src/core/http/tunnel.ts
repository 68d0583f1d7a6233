import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type buildConnector, Client, errors } from "undici";
import { codeOf } from "../model/error-code.ts";
import type { ForwardProxy } from "../model/proxy.ts";

/** A proxy gave no connection: its own failure, whatever the target would answer. */
export class ProxyFailure extends Error {}

/** Codes of connections for which no trust could be established. */
export const isOfTls = (code: string): boolean =>
  /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(code);

/** What a proxy did that was too slow. */
export const tooSlow = ({ variable }: ForwardProxy, timeoutMs: number): string =>
  `the proxy in ${variable} makes no connection within ${timeoutMs} ms`;

const refusal = ({ variable }: ForwardProxy, status: number): ProxyFailure =>
  new ProxyFailure(
    status === 407
      ? `the proxy in ${variable} refuses its credential, or wants one (407)`
      : `the proxy in ${variable} makes no connection to the target (${status})`,
  );

/** Names the reason by the error's code: its text may hold addresses. */
const breakdown = (proxy: ForwardProxy, error: unknown, timeoutMs: number): ProxyFailure => {
  const code = codeOf(error);
  const isLate = /TIMEOUT/.test(code) || (error instanceof Error && error.name === "TimeoutError");
  if (isLate) return new ProxyFailure(tooSlow(proxy, timeoutMs));
  const { variable } = proxy;
  if (isOfTls(code))
    return new ProxyFailure(`no trusted connection can be made to the proxy in ${variable} (${code})`);
  if (error instanceof errors.HTTPParserError)
    return new ProxyFailure(`the proxy in ${variable} does not answer as an HTTP proxy does`);
  return new ProxyFailure(`the proxy in ${variable} cannot be reached (${code === "" ? "no code" : code})`);
};

export interface TunnelOptions {
  readonly timeoutMs: number;
  /** Connects to the proxy. */
  readonly toProxy: buildConnector.connector;
  /** Speaks TLS to the target. */
  readonly secure: buildConnector.connector;
}

/** Connections to targets through proxies (RFC 9110, 9.3.6): a proxy sees the target's name and no more. */
export const createTunnels = ({ timeoutMs, toProxy, secure }: TunnelOptions) => {
  const closing = new AbortController();

  /** With a certificate for its own name, not for that of the target, and with errors that undici cannot mistake. */
  const connectTo =
    (proxy: ForwardProxy): buildConnector.connector =>
    ({ servername: _, ...options }, callback) =>
      toProxy(options, (...[error, socket]) =>
        error === null ? callback(null, socket) : callback(breakdown(proxy, error, timeoutMs), null),
      );

  /** The connection that a proxy makes to a target, or why it makes none. */
  const ask = async (proxy: ForwardProxy, target: string): Promise<Duplex | ProxyFailure> => {
    const client = new Client(proxy.origin, { connect: connectTo(proxy) });
    const authorization = proxy.authorization();
    try {
      const { statusCode, socket } = await client.connect({
        path: target,
        headers: {
          host: target,
          ...(authorization === undefined ? {} : { "proxy-authorization": authorization }),
        },
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal]),
      });
      if (statusCode >= 200 && statusCode <= 299) return socket;
      socket.on("error", () => undefined).destroy();
      return refusal(proxy, statusCode);
    } catch (error) {
      void client.destroy();
      return error instanceof ProxyFailure ? error : breakdown(proxy, error, timeoutMs);
    }
  };

  /** Connects to a target through a proxy, as a connector of undici. */
  const connect = async (
    proxy: ForwardProxy,
    options: buildConnector.Options,
    callback: buildConnector.Callback,
  ): Promise<void> => {
    const { host = options.hostname, port } = options;
    const found = await ask(proxy, port === "" ? `${host}:443` : host);
    if (found instanceof ProxyFailure) return callback(found, null);
    // What undici connects is a socket.
    secure({ ...options, httpSocket: found as Socket }, callback);
    return undefined;
  };

  return {
    connect,
    /** Ends what waits for a proxy. */
    close: () => closing.abort(),
  };
};
