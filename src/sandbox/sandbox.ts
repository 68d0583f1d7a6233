import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import { type BuiltinInterface, interfaceNames } from "../builtin/interface-name.ts";
import { assertOptions } from "../core/output/options.ts";
import type { PlainHandler } from "../core/transports/in-process.ts";
import { withDefaults } from "./assumptions/assumptions.ts";
import { createManualClock, startInstant, type MovableClock, wholeMinute } from "./clock.ts";
import { describeSandbox, type SandboxConfiguration } from "./configuration.ts";
import { interfaceNamesOf } from "./documents/document-names.ts";
import {
  createDocumentServers,
  describeDocuments,
  type DocumentServers,
} from "./documents/serve-documents.ts";
import { createControlApp } from "./control/control-app.ts";
import type { Planting } from "./control/control-handlers.ts";
import { allEndpoints } from "./endpoints.ts";
import { extendEndpoints } from "./extension/route-endpoint.ts";
import type { SandboxState } from "./environment.ts";
import type { Fault } from "../builtin/faults/fault.ts";
import { withFaults } from "./with-faults.ts";
import { createInterfaces, type AnswerInterface } from "./interfaces.ts";
import { incomingOf, type Outgoing, plainAddress, toResponse } from "./pipeline/message.ts";
import { createRateLimiter } from "./pipeline/rate-limiter.ts";
import { type SandboxOptions, sandboxOptions, serveOptions } from "./options.ts";
import { readLikeness } from "./likeness/read-likeness.ts";
import { storeNulls } from "./likeness/stored-nulls.ts";
import { createReferenceApp } from "./reference/reference-app.ts";
import { fillOrCopy, fillStore, type Filling } from "./builtin/seed/fill.ts";
import { dataFileError, openSandboxDatabase, type SandboxDatabase } from "./store/database.ts";
import { lockDataFile } from "./store/data-file-lock.ts";
import { listDeliveries } from "./store/deliveries.ts";
import { createSnapshots, refillStore } from "./store/snapshots.ts";
import { announce } from "./webhooks/announce.ts";
import { deliverToLoopback } from "./webhooks/deliver.ts";
import { createDeliveryEngine } from "./webhooks/engine.ts";
import { signed, type SignedDelivery } from "./webhooks/signed-delivery.ts";
import { doneOnce } from "../core/model/done-once.ts";
import { callback } from "../core/model/callback.ts";

/** The three interfaces with their state. */
export interface Sandbox {
  /**
   * Answers a request to a path below /crm, /donation or /volunteer, or of `root`, for any host; /, /docs and /openapi
   * are for people. Never rejects.
   */
  fetch(request: Request): Promise<Response>;
  /** The same without fetch objects, which cost as much as many an answer. */
  readonly answerInterface: AnswerInterface;
  /**
   * A complete configuration of a target at this address (default `http://sandbox.test`), with credentials, records and
   * scratch for every key.
   */
  config(origin?: string): SandboxConfiguration;
  readonly clock: MovableClock;
  /** Replaces the planted faults; the first one is nearest to the caller. An empty list removes all. */
  plant(faults: readonly Fault[]): void;
  /** Faults of the served documents, made from their schemas: each verb at each operation and field. */
  documentFaults(): readonly Fault[];
  /** The log of webhook deliveries, oldest first. */
  deliveries(): readonly SignedDelivery[];
  /** Resolves after every due delivery has been attempted. */
  deliveriesSettled(): Promise<void>;
  close(): Promise<void>;
}

/** Origin of the in-process sandbox; the name does not resolve. */
export const inProcessOrigin = "http://sandbox.test";

/** Answer for an address outside the interfaces and pages. */
export const nothingHere = { message: "There is nothing at this address." } as const;

/** Default number of donors, without `scale` and `like`. */
const defaultScale = 250;

/**
 * Creates and fills a sandbox.
 * @example
 * ```ts
 * import { createSandbox } from "tripact";
 *
 * const sandbox = createSandbox({ seed: 1, scale: 50 });
 * const { baseUrl, credentials } = sandbox.config().interfaces.donation;
 * const headers = { authorization: `Bearer ${String(credentials["token"])}` };
 * const response = await sandbox.fetch(new Request(`${baseUrl}/api/Donor/list?Take=1`, { headers }));
 * const page = (await response.json()) as { total: number };
 * console.log(page.total); // 50
 * await sandbox.close();
 * ```
 * @throws UsageError if the data file cannot be used, the scale is invalid, or a route cannot be served.
 */
export const createSandbox = (options: SandboxOptions = {}): Sandbox => {
  assertOptions(options, sandboxOptions);
  interfaceNamesOf(options);
  const settings = settingsOf(options);
  const { likeness, root } = settings;
  const state = openState(settings);
  const { documents, filling } = state;
  const { planting, current } = createPlanting(documents.faults, () => whole, root.builtin);
  const bare = bareSandbox(settings, state, planting);
  const whole =
    likeness === undefined ? bare : withFaults(bare, [{ wrap: likeness.wrap(filling.seed) }], root.builtin);
  return {
    ...whole,
    fetch: (request) => current().fetch(request),
    answerInterface: (...incoming) => current().answerInterface(...incoming),
  };
};

type Settings = ReturnType<typeof settingsOf>;

/** The options with what they leave open. */
const settingsOf = (options: SandboxOptions) => {
  const { root, openapi = [], dataFile, control = false, corsWebhooks = false } = options;
  const { seed = sandboxOptions.seed.usual, clock = createManualClock(startInstant(seed)) } = options;
  const likeness = typeof options.like === "string" ? readLikeness(options.like) : options.like;
  const assumptions = withDefaults({ ...likeness?.assumptions, ...options.assumptions });
  return {
    root: { name: root, builtin: builtinRoot(root) },
    openapi,
    dataFile,
    control,
    corsWebhooks,
    clock,
    likeness,
    assumptions,
    endpoints: extendEndpoints(allEndpoints(assumptions), options.extend ?? []),
    wanted: { seed, scale: options.scale ?? likeness?.donors ?? defaultScale },
    deliver: options.deliver ?? deliverToLoopback,
    onBug: callback(options.onBug ?? (() => {})),
  };
};

/** The filled store, and what serves documents from it. */
interface State {
  readonly database: SandboxDatabase;
  readonly documents: DocumentServers;
  /** What the store was filled with. */
  readonly filling: Filling;
  /** Fills it anew. */
  refill(): void;
  close(): void;
}

/** @throws UsageError if the data file, or its disk, cannot be used */
const openState = (settings: Settings): State => {
  const { openapi, dataFile, clock, likeness, assumptions, root, onBug } = settings;
  const { database, unlock } = openDataFile(dataFile);
  const close = (): void => {
    database.close();
    unlock();
  };
  const fill = (of: Filling, by: typeof fillStore): Filling => {
    const filled = by({ database, ...of, now: wholeMinute(clock.now()) });
    if (filled.isNew && likeness !== undefined) storeNulls(database, likeness.treesOf, filled.seed);
    return filled;
  };
  try {
    const filling = fill(settings.wanted, dataFile === undefined ? fillOrCopy : fillStore);
    const served = { database, clock, assumptions, seed: filling.seed, onBug };
    const documents = createDocumentServers(openapi, served, root.name);
    documents.fill();
    database.startLog();
    const refill = (): void =>
      refillStore(database, () => {
        fill(filling, fillStore);
        documents.fill();
      });
    return { database, documents, filling, refill, close };
  } catch (error) {
    close();
    throw dataFileError(error, dataFile);
  }
};

/** Plants faults in a sandbox that is known later. */
const createPlanting = (
  own: Planting["own"],
  wholeOf: () => Sandbox,
  root: BuiltinInterface | undefined,
): { readonly planting: Planting; current(): Sandbox } => {
  const now: { faults: readonly Fault[]; sandbox?: Sandbox } = { faults: [] };
  return {
    planting: {
      own,
      planted: () => now.faults,
      plant: (faults) => {
        const mistake = serveOptions.faults.kind.mistake(faults, "faults");
        if (mistake !== undefined) throw mistake;
        now.faults = faults;
        now.sandbox = withFaults(wholeOf(), faults, root);
      },
    },
    current: () => now.sandbox ?? wholeOf(),
  };
};

/** The sandbox by its settings and state alone: like no target, and without a fault. */
const bareSandbox = (settings: Settings, state: State, planting: Planting): Sandbox => {
  const { root, clock, assumptions, deliver, onBug, endpoints, control } = settings;
  const { database, documents, filling } = state;
  const signatureHeader = assumptions["U-21.header"];
  const engine = createDeliveryEngine({ database, clock, deliver, signatureHeader, onBug });
  const environment: SandboxState = {
    database,
    clock,
    assumptions,
    seed: filling.seed,
    limiter: createRateLimiter(clock),
    corsWebhooks: settings.corsWebhooks,
    announce: (events) => announce({ database, assumptions, deliver }, events),
    wakeDeliveries: () => engine.wake(),
    onBug,
  };
  const snapshots = createSnapshots(database);
  const config = (origin = inProcessOrigin): SandboxConfiguration =>
    describeSandbox(database, assumptions, {
      origin,
      control,
      root: root.name,
      documents: describeDocuments(settings.openapi, documents, origin, root.name),
    });
  const deliveriesSettled = (): Promise<void> => engine.settled();
  const mounts = { names: interfaceNames, root: root.builtin };
  const answerBuiltin = createInterfaces(environment, endpoints, mounts, documents.answerBeyond);
  const answerInterface: AnswerInterface = (...asked) =>
    answerBuiltin(...asked) || documents.answer(...asked);
  // Not decoded, so that a proxy's rule for /control applies.
  const pages = new Hono({ getPath: ({ url }) => new URL(url).pathname });
  pages.route("/", createReferenceApp(config, endpoints, control));
  const controlled = { environment, snapshots, reset: state.refill, deliveriesSettled, config, planting };
  if (control) pages.route("/control", createControlApp(controlled));
  pages.notFound((context) => context.json(nothingHere, 404));
  return {
    fetch: async (request) => (await fetchInterface(answerInterface, request)) ?? pages.fetch(request),
    answerInterface,
    config,
    clock,
    plant: (faults) => planting.plant(faults),
    documentFaults: planting.own,
    deliveries: () => listDeliveries(database).map((delivery) => signed(delivery, signatureHeader)),
    deliveriesSettled,
    close: doneOnce(async () => {
      await engine.close();
      snapshots.close();
      state.close();
    }),
  };
};

/** The root among the built-in interfaces. */
const builtinRoot = (root: string | undefined): BuiltinInterface | undefined =>
  interfaceNames.find((name) => name === root);

/** The answer of an interface; undefined if the path belongs to none. */
const fetchInterface = async (
  answerInterface: AnswerInterface,
  request: Request,
): Promise<Response | undefined> => {
  const answered = Promise.withResolvers<Outgoing>();
  const isAnswered = answerInterface(incomingOf(request), getPath(request), answered.resolve);
  if (!isAnswered) return undefined;
  return toResponse(await answered.promise, request.method === "HEAD");
};

/** Answers a run in this process, without fetch objects if the address is plain. */
export const answerInProcess =
  ({ answerInterface }: Pick<Sandbox, "answerInterface">): PlainHandler =>
  ({ method, url, headers: sent, body: text, bytes }) => {
    const body = bytes ?? text;
    if (!url.startsWith(inProcessOrigin) || (method === "GET" && body !== undefined)) return undefined;
    const [, path, search] = plainAddress.exec(url.slice(inProcessOrigin.length)) ?? [];
    if (path === undefined) return undefined;
    const headers = new Headers(sent);
    // As fetch does.
    if (body !== undefined && !headers.has("content-type")) headers.set("content-type", "text/plain");
    const { promise, resolve } = Promise.withResolvers<Outgoing>();
    const isAnswered = answerInterface(
      {
        method,
        origin: inProcessOrigin,
        url,
        search: new URLSearchParams(search),
        header: (name) => headers.get(name) ?? undefined,
        readBody: (atMost, then) => {
          const read = Buffer.from(body ?? "");
          then(() => (read.byteLength > atMost ? undefined : read));
        },
      },
      path,
      resolve,
    );
    return isAnswered ? promise : undefined;
  };

/** A sandbox as a run in this process asks it. */
export const inProcess = (sandbox: Sandbox) => ({ ...sandbox, answer: answerInProcess(sandbox) });

/** Opens the state; a file is this sandbox's alone until it is unlocked. @throws UsageError if it cannot be used */
const openDataFile = (file: string | undefined): { readonly database: SandboxDatabase; unlock(): void } => {
  if (file === undefined) return { database: openSandboxDatabase(), unlock: () => undefined };
  const unlock = lockDataFile(file);
  try {
    return { database: openSandboxDatabase(file), unlock };
  } catch (error) {
    unlock();
    throw error;
  }
};
