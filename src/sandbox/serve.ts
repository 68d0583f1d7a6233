import { type ServeOptions, serveOptions } from "./options.ts";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { BuiltinInterface } from "../builtin/interface-name.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { assertOptions } from "../core/output/options.ts";
import { climbs, pathOfTarget } from "../core/model/climbs.ts";
import { printable } from "../core/output/escape.ts";
import { suggestionHint } from "../core/output/suggest.ts";
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

const closed = async (server: Server): Promise<void> => {
  const isClosed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await isClosed;
};

/** @throws UsageError for a name that no interface has */
const assertOwnPorts = (ownPorts: readonly string[], names: readonly string[]): void => {
  const unknown = ownPorts.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`${printable(unknown)} is no interface`, {
      option: "ownPorts",
      hint: suggestionHint(unknown, names),
    });
};

interface Origins {
  readonly origin: string;
  /** By the interfaces that have one of their own. */
  readonly owned: ReadonlyMap<string, string>;
  readonly root: string | undefined;
}

/** The base addresses and the configuration, where each interface is to be asked. */
const addressesOf = (sandbox: Sandbox, { origin, owned, root }: Origins) => {
  const moved = (name: string, baseUrl: string): string => {
    const at = owned.get(name);
    const rest = baseUrl.slice(origin.length);
    const prefix = `/${name}`;
    return at === undefined ? baseUrl : `${at}${rest.startsWith(prefix) ? rest.slice(prefix.length) : rest}`;
  };
  const config = sandbox.config(origin);
  const interfaces = Object.entries(config.interfaces).map(([name, part]) => [
    name,
    { ...part, baseUrl: moved(name, part.baseUrl) },
  ]);
  const baseUrls = Object.entries(baseUrlsAt(origin, root)).map(([name, url]) => [name, moved(name, url)]);
  return {
    // Each keeps its name.
    baseUrls: Object.fromEntries(baseUrls) as ServedSandbox["baseUrls"],
    config: { ...config, interfaces: Object.fromEntries(interfaces) as SandboxConfiguration["interfaces"] },
  };
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
  const { port = 0, host = serveOptions.host.usual, faults = [], ownPorts = [], ...others } = options;
  const { latency, cors, onServed, ...stateful } = others;
  const { clock = createRealClock() } = options;
  assertHost(host);
  const names = interfaceNamesOf(options);
  assertOwnPorts(ownPorts, names);
  const like = typeof options.like === "string" ? readLikeness(options.like) : options.like;
  const draw = latencyOf(latency, like);
  const likeOption = like === undefined ? {} : { like };
  const sandbox = createSandbox({ ...stateful, ...likeOption, clock });
  sandbox.plant(faults);
  const log =
    onServed === undefined
      ? noRequestLog
      : createRequestLog(callback(onServed, callback(options.onBug ?? (() => undefined))));
  const serverFor = (isInterface: (url: string) => boolean, own?: string): Server => {
    const listeners = [
      log.watch,
      (next: RequestListener) => guardHosts(host, isInterface, log, next),
      ...(cors === true ? [(next: RequestListener) => allowOrigins(isInterface, next)] : []),
      ...(draw === undefined ? [] : [withLatency(draw, options.seed ?? 1, isInterface)]),
    ];
    return createServer(listeners.reduceRight((next, wrap) => wrap(next), createListener(sandbox, log, own)));
  };
  const servers = [
    serverFor(isInterfacePath({ names, root: options.root })),
    ...ownPorts.map((name) => serverFor((url) => !climbs(pathOfTarget(url)), name)),
  ];
  const close = doneOnce(async () => {
    await Promise.all(servers.filter(({ listening }) => listening).map(closed));
    await sandbox.close();
  });
  const origins: string[] = [];
  for (const [index, server] of servers.entries())
    origins.push(
      await listen(server, port === 0 ? 0 : port + index, host).catch(async (error: unknown) => {
        await close();
        throw error;
      }),
    );
  const [origin = "", ...own] = origins;
  const owned = new Map(ownPorts.map((name, index) => [name, own[index] ?? ""]));
  return {
    origin,
    ...addressesOf(sandbox, { origin, owned, root: options.root }),
    sandbox,
    plant: sandbox.plant,
    close,
  };
};
