import { type ServeOptions, serveOptions } from "./options.ts";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { BuiltinInterface } from "../builtin/interface-name.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { assertOptions } from "../core/output/options.ts";
import { createRealClock } from "./clock.ts";
import { baseUrlsAt, type SandboxConfiguration } from "./configuration.ts";
import type { Fault } from "../builtin/faults/fault.ts";
import { allowOrigins } from "./cors.ts";
import { guardHosts } from "./host-guard.ts";
import { isInterfacePath } from "../serving/mounts.ts";
import { between, type DrawLatency, withLatency } from "./latency.ts";
import { drawLatency, type Likeness } from "./likeness/likeness.ts";
import { readLikeness } from "./likeness/read-likeness.ts";
import { assertHost, listen } from "../core/http/listen.ts";
import { createListener } from "./listener.ts";
import { createRequestLog, noRequestLog } from "./request-log.ts";
import { interfaceNamesOf } from "./documents/document-names.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";
import { doneOnce } from "../core/model/done-once.ts";
import { callback } from "../core/model/callback.ts";

/** A sandbox on a port. */
export interface ServedSandbox {
  readonly origin: string;
  readonly baseUrls: Readonly<Record<BuiltinInterface, string>>;
  /** A complete tripact.config.yaml for it. */
  readonly config: SandboxConfiguration;
  readonly sandbox: Sandbox;
  /** Replaces the planted faults; an empty list removes all. */
  plant(faults: readonly Fault[]): void;
  /** Ends open connections and closes the store. */
  close(): Promise<void>;
}

const latencyOf = (latency: ServeOptions["latency"], like: Likeness | undefined): DrawLatency | undefined => {
  if (latency !== "like") return latency === undefined ? undefined : between(latency);
  if (like === undefined)
    throw new UsageError("there is no target whose latency to take", {
      location: "--latency like",
      hint: "name its shape with --like, or write a time or a range, as in 20ms..200ms",
    });
  return (random) => drawLatency(like.latencies, random);
};

/**
 * Serves a sandbox, in real time unless a clock is given.
 * @example
 * ```ts
 * import { startSandbox } from "tripact";
 *
 * const served = await startSandbox({ port: 0 });
 * console.log(served.baseUrls.crm); // http://127.0.0.1:…/crm
 * await served.close();
 * ```
 * @throws UsageError if the port is in use, the host is not of this machine, or the data file cannot be used.
 */
export const startSandbox = async (options: ServeOptions = {}): Promise<ServedSandbox> => {
  assertOptions(options, serveOptions);
  const {
    port = 0,
    host = serveOptions.host.usual,
    faults = [],
    latency,
    cors,
    onServed,
    ...stateful
  } = options;
  const { clock = createRealClock() } = options;
  assertHost(host);
  const like = typeof options.like === "string" ? readLikeness(options.like) : options.like;
  const draw = latencyOf(latency, like);
  const likeOption = like === undefined ? {} : { like };
  const sandbox = createSandbox({ ...stateful, ...likeOption, clock });
  sandbox.plant(faults);
  const isInterface = isInterfacePath({ names: interfaceNamesOf(options), root: options.root });
  const log =
    onServed === undefined
      ? noRequestLog
      : createRequestLog(callback(onServed, callback(options.onBug ?? (() => undefined))));
  const listeners = [
    log.watch,
    (next: RequestListener) => guardHosts(host, isInterface, log, next),
    ...(cors === true ? [(next: RequestListener) => allowOrigins(isInterface, next)] : []),
    ...(draw === undefined ? [] : [withLatency(draw, options.seed ?? 1, isInterface)]),
  ];
  const answer = createListener(sandbox, log);
  const server = createServer(listeners.reduceRight((next, wrap) => wrap(next), answer));
  const origin = await listen(server, port, host).catch(async (error: unknown) => {
    await sandbox.close();
    throw error;
  });
  return {
    origin,
    baseUrls: baseUrlsAt(origin, options.root),
    config: sandbox.config(origin),
    sandbox,
    plant: sandbox.plant,
    close: doneOnce(async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await sandbox.close();
    }),
  };
};
