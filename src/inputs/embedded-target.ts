import { setImmediate } from "node:timers/promises";
import { withoutVersion } from "../core/config/base-address.ts";
import { holdsCredentials, isCredential } from "../core/config/credential-path.ts";
import { describedAs } from "../core/model/contract.ts";
import { shellName } from "../core/model/secret.ts";
import type { Transport } from "../core/model/transport.ts";
import { inProcessTransport, type PlainHandler } from "../core/transports/in-process.ts";
import { atPath } from "../core/run/at-path.ts";
import type { OpenOptions, Target } from "../core/run/target.ts";

/** What a target needs of the embedded sandbox, whose own type stays in its room. */
export interface EmbeddedSandbox {
  fetch(request: Request): Promise<Response>;
  readonly answer?: PlainHandler;
  config(): { readonly interfaces: Readonly<Record<string, unknown>> };
  readonly clock: { now(): number };
  close(): Promise<void>;
}

/** Answers between which nothing else of the process happens. */
const answersAtAStretch = 16;

/**
 * Counts requests. The sandbox answers without a pause, so signals and timers would wait for the end of the run. They
 * get their turn by a count, not by time, and only when no request is under way, so that runs are repeatable.
 */
const counted = (send: Transport): Transport & { count(): number } => {
  let sent = 0;
  let underWay = 0;
  /** The number sent when the process last got its turn. */
  let turnAt = 0;
  const transport: Transport = async (request, signal) => {
    sent += 1;
    underWay += 1;
    try {
      return await send(request, signal);
    } finally {
      underWay -= 1;
      if (underWay === 0 && sent - turnAt >= answersAtAStretch) {
        turnAt = sent;
        await setImmediate();
      }
    }
  };
  return Object.assign(transport, { count: () => sent });
};

const textAt = (root: unknown, path: string): string | undefined => {
  const value = atPath(root, path);
  return typeof value === "string" ? value : undefined;
};

/** In process, with only scratch records and no pacing. `origin`: its root address if it can be controlled. */
export const embeddedTarget = (sandbox: EmbeddedSandbox, options: OpenOptions, origin?: string): Target => {
  const { contract } = options;
  const { interfaces } = sandbox.config();
  const transport = counted(
    inProcessTransport((request) => sandbox.fetch(request), options.monotonic, sandbox.answer),
  );
  const names = contract.interfaces.filter((name) => interfaces[name] !== undefined);
  const baseUrls = Object.fromEntries(
    names.flatMap((name) => {
      const url = textAt(interfaces, `${name}.baseUrl`);
      return url === undefined
        ? []
        : [[name, withoutVersion(url, describedAs(contract, name).versionPrefix)]];
    }),
  );
  return {
    kind: "embedded",
    interfaces: names,
    baseUrls,
    shownUrls: baseUrls,
    allowWrites: true,
    ...(origin === undefined ? {} : { sandboxOrigin: origin }),
    concurrency: 1,
    budget: Number.POSITIVE_INFINITY,
    setting: (path) => (holdsCredentials(path) ? undefined : atPath(interfaces, path)),
    has: (path) => atPath(interfaces, path) !== undefined,
    secret: (path) => (isCredential(path) ? textAt(interfaces, path) : undefined),
    secretName: shellName,
    transport,
    now: () => sandbox.clock.now(),
    requests: () => transport.count(),
    close: () => sandbox.close(),
  };
};
