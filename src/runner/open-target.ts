import type { Clock } from "../model/clock.ts";
import { interfaceNames } from "../model/interface-name.ts";
import { shellName } from "../model/secret.ts";
import type { Transport } from "../model/transport.ts";
import type { Config } from "../config/config.ts";
import { breaking } from "../transports/breaker.ts";
import { budgeted } from "../transports/budget.ts";
import { guarded } from "../transports/guard.ts";
import { inProcessTransport } from "../transports/in-process.ts";
import { liveTransport } from "../transports/live.ts";
import { retrying } from "../transports/retry.ts";
import { isScratchWrite } from "../transports/scratch.ts";
import { atPath } from "./at-path.ts";
import type { Target } from "./target.ts";

export interface OpenOptions {
  readonly clock: Clock;
  /** Milliseconds on a monotonic clock. */
  readonly monotonic: () => number;
  /** A number in [0, 1) for the jitter of retries. */
  readonly random: () => number;
}

/** What the embedded sandbox offers a target; its own type stays in its room. */
export interface EmbeddedSandbox {
  fetch(request: Request): Promise<Response>;
  config(): { readonly interfaces: Readonly<Record<string, unknown>> };
  readonly clock: { now(): number };
  close(): Promise<void>;
}

/** Requests under way at once against a live target. */
const liveConcurrency = 4;

/** A live target from its configuration: guarded, paced, budgeted and retried. */
export const liveTarget = (config: Config, options: OpenOptions): Target => {
  const { safety } = config;
  const live = liveTransport({
    timeoutMs: safety.timeoutMs,
    maxBodyBytes: safety.maxBodyBytes,
    monotonic: options.monotonic,
  });
  const budget = budgeted(live, { ...safety, clock: options.clock });
  // What the breaker answers was not sent and costs nothing.
  const retried = retrying(breaking(budget), {
    clock: options.clock,
    maxWaitMs: safety.maxWaitMs,
    random: options.random,
  });
  return {
    kind: "live",
    interfaces: config.interfaces,
    baseUrls: config.baseUrls,
    allowWrites: safety.writes,
    concurrency: liveConcurrency,
    budget: Math.min(safety.maxRequests, safety.perHour),
    setting: (path) => config.setting(path),
    has: (path) => config.has(path),
    secret: (path) => config.secret(path),
    secretName: (path) => config.secretName(path),
    transport: guarded(retried, {
      baseUrls: config.baseUrls,
      allowWrites: safety.writes,
      isScratch: isScratchWrite((path) => config.setting(path)),
    }),
    now: () => options.clock.now(),
    requests: () => budget.spent(),
    close: () => live.close(),
  };
};

const counted = (send: Transport): Transport & { count(): number } => {
  let sent = 0;
  const transport: Transport = (request, signal) => {
    sent += 1;
    return send(request, signal);
  };
  return Object.assign(transport, { count: () => sent });
};

const textAt = (root: unknown, path: string): string | undefined => {
  const value = atPath(root, path);
  return typeof value === "string" ? value : undefined;
};

const isCredential = (path: string): boolean => path.split(".")[1] === "credentials";

/** What stands above the credentials would hand them out with the rest. */
const isAboveCredentials = (path: string): boolean => !path.includes(".");

/**
 * The embedded sandbox as a target: in process, all of its records are scratch, nothing to pace.
 * `origin` is its root address where its control interface is on.
 */
export const embeddedTarget = (sandbox: EmbeddedSandbox, options: OpenOptions, origin?: string): Target => {
  const { interfaces } = sandbox.config();
  const transport = counted(inProcessTransport((request) => sandbox.fetch(request), options.monotonic));
  const names = interfaceNames.filter((name) => interfaces[name] !== undefined);
  return {
    kind: "embedded",
    interfaces: names,
    baseUrls: Object.fromEntries(
      names.flatMap((name) => {
        const url = textAt(interfaces, `${name}.baseUrl`);
        return url === undefined ? [] : [[name, url.replace(/\/v1$/, "")]];
      }),
    ),
    allowWrites: true,
    ...(origin === undefined ? {} : { sandboxOrigin: origin }),
    concurrency: 1,
    budget: Number.POSITIVE_INFINITY,
    setting: (path) =>
      isCredential(path) || isAboveCredentials(path) ? undefined : atPath(interfaces, path),
    has: (path) => atPath(interfaces, path) !== undefined,
    secret: (path) => (isCredential(path) ? textAt(interfaces, path) : undefined),
    secretName: shellName,
    transport,
    now: () => sandbox.clock.now(),
    requests: () => transport.count(),
    close: () => sandbox.close(),
  };
};
