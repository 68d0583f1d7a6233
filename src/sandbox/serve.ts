import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { InterfaceName } from "../contract/interface-name.ts";
import { UsageError } from "../harness/model/usage-error.ts";
import { printable } from "../harness/output/escape.ts";
import { createRealClock } from "./clock.ts";
import { baseUrlsAt, type SandboxConfiguration } from "./configuration.ts";
import type { Fault } from "./faults/fault.ts";
import { withFaults } from "./faults/with-faults.ts";
import { allowOrigins } from "./cors.ts";
import { guardHosts } from "./host-guard.ts";
import { withLatency, type Latency } from "./latency.ts";
import { createListener } from "./listener.ts";
import { createRequestLog, noRequestLog, type ServedRequest } from "./request-log.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
import { codeOf } from "../harness/model/error-code.ts";

export interface ServeOptions extends SandboxOptions {
  /** Default 0: any free one. */
  readonly port?: number;
  /** Default 127.0.0.1: nobody else can reach it. */
  readonly host?: string;
  /** Deliberate defects, the first one nearest to the caller; default none. */
  readonly faults?: readonly Fault[];
  /** How long each request to an interface waits; default: not at all. */
  readonly latency?: Latency;
  /** Lets pages of every origin call the interfaces; default: browsers keep them away. */
  readonly cors?: boolean;
  /** Receives every request once it is answered. */
  readonly onServed?: (served: ServedRequest) => void;
}

/** A sandbox on a port. */
export interface ServedSandbox {
  readonly origin: string;
  readonly baseUrls: Readonly<Record<InterfaceName, string>>;
  /** A complete tripact.config.yaml for it. */
  readonly config: SandboxConfiguration;
  readonly sandbox: Sandbox;
  /** Ends open connections and closes the store. */
  close(): Promise<void>;
}

/**
 * Serves a sandbox, in real time unless a clock is given.
 * @throws UsageError when the port is taken, the host is none of this machine, or the data file cannot be
 * used.
 */
export const startSandbox = async (options: ServeOptions = {}): Promise<ServedSandbox> => {
  const { port = 0, host = "127.0.0.1", clock = createRealClock() } = options;
  const { faults = [] } = options;
  // Node would listen on every address of this machine.
  if (host.trim() === "") throw new UsageError("--host is empty", { hint: "omit it to serve on 127.0.0.1" });
  const sandbox = withFaults(createSandbox({ ...options, clock }), faults);
  // Faults are wrapped around fetch alone.
  const answerPlain = faults.length === 0 ? sandbox.answerInterface : () => false;
  const log = options.onServed === undefined ? noRequestLog : createRequestLog(options.onServed);
  const listeners = [
    log.watch,
    (next: RequestListener) => guardHosts(host, log, next),
    ...(options.cors === true ? [allowOrigins] : []),
    ...(options.latency === undefined ? [] : [withLatency(options.latency, options.seed ?? 1)]),
  ];
  const answer = createListener(sandbox.fetch, answerPlain, log);
  const server = createServer(listeners.reduceRight((next, wrap) => wrap(next), answer));
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    await sandbox.close();
    throw whyNot(error, port, host);
  }
  // A server that listens on a port has such an address.
  const address = server.address() as AddressInfo;
  const origin = `http://${shownHost(host)}:${address.port}`;
  return {
    origin,
    baseUrls: baseUrlsAt(origin),
    config: sandbox.config(origin),
    sandbox,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await sandbox.close();
    },
  };
};

/** An address that all interfaces are served on is reached through this machine's own. */
const shownHost = (host: string): string => {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
};

const whyNot = (error: unknown, port: number, host: string): unknown => {
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return new UsageError(`port ${port} is taken`, {
        hint: "choose another with --port, or 0 for a free one",
      });
    case "EACCES":
      return new UsageError(`you may not use port ${port}`, { hint: "choose one above 1023 with --port" });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new UsageError(`${printable(host)} is not an address of this machine`, {
        hint: "omit --host to serve on 127.0.0.1",
      });
    case "":
      return error;
    default:
      return new UsageError(`cannot listen on ${printable(host)} (${codeOf(error)})`, {
        hint: "omit --host to serve on 127.0.0.1",
      });
  }
};
