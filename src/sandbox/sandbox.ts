import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import { UsageError } from "../harness/model/usage-error.ts";
import { withDefaults, type Assumptions } from "./assumptions/assumptions.ts";
import { createManualClock, startInstant, type MovableClock, wholeMinute } from "./clock.ts";
import { describeSandbox, type SandboxConfiguration } from "./configuration.ts";
import { createControlApp, type Planting } from "./control/control-app.ts";
import { listEndpoints } from "./endpoints.ts";
import { extendEndpoints } from "./extension/route-endpoint.ts";
import type { SandboxRoute } from "./extension/route.ts";
import type { Environment } from "./environment.ts";
import type { Fault } from "./faults/fault.ts";
import { withFaults } from "./faults/with-faults.ts";
import { createInterfaces, type AnswerInterface } from "./interfaces.ts";
import { incomingOf, responseOf, type Outgoing } from "./pipeline/message.ts";
import { createRateLimiter } from "./pipeline/rate-limiter.ts";
import { type Likeness } from "./likeness/likeness.ts";
import { readLikeness } from "./likeness/read-likeness.ts";
import { storeNulls } from "./likeness/stored-nulls.ts";
import { createReferenceApp } from "./reference/reference-app.ts";
import { fillOrCopy } from "./seed/copied-store.ts";
import { fillStore, type Filling } from "./seed/fill.ts";
import { openDatabase, type Database } from "./store/database.ts";
import { listDeliveries } from "./store/deliveries.ts";
import { createSnapshots, refillStore } from "./store/snapshots.ts";
import { announce } from "./webhooks/announce.ts";
import { deliverToLoopback, type Deliver } from "./webhooks/deliver.ts";
import { createDeliveryEngine } from "./webhooks/engine.ts";
import { signed, type Delivery } from "./webhooks/signed-delivery.ts";

/** How a sandbox is filled, and what it answers where the specification leaves a question open. */
export interface SandboxOptions {
  /**
   * Decides every value of the data and every issued token; default 1. A data file keeps the one it was
   * filled by.
   */
  readonly seed?: number;
  /**
   * Donors of the main organization, up to 1,000,000; default 250, or about as many as the target of `like` has, up to
   * 5,000. Each has three gifts on the average, and everything else grows with it. A data file keeps the one it was
   * filled by.
   */
  readonly scale?: number;
  /** Keeps the state in this file and goes on with what it holds; in memory without. */
  readonly dataFile?: string;
  /** Answers to open questions that differ from the table's defaults. */
  readonly assumptions?: Partial<Assumptions>;
  /** Behaves as a target was seen to behave: the name of a shape file, or what one holds; see `readLikeness`. */
  readonly like?: string | Likeness;
  /** Default: stopped at an instant that the seed decides, until it is moved. */
  readonly clock?: MovableClock;
  /** Routes that a team adds, behind the same credentials, clock and store. */
  readonly extend?: readonly SandboxRoute[];
  /** Opens the control interface below /control; default: there is none. */
  readonly control?: boolean;
  /** Sends webhook deliveries; default: to this machine alone, the others are only logged. */
  readonly deliver?: Deliver;
  /** Receives what a handler threw; default: nothing, the caller sees a 500 all the same. */
  readonly onBug?: (bug: unknown) => void;
}

/** The three interfaces with their state. */
export interface Sandbox {
  /**
   * Answers a request to a path below /crm, /donation or /volunteer, whatever its host; /, /docs and /openapi are
   * for people. Never rejects.
   */
  fetch(request: Request): Promise<Response>;
  /** The same without the objects of fetch, whose making costs as much as many an answer: for servers. */
  readonly answerInterface: AnswerInterface;
  /**
   * A complete configuration of a target at this address (default `http://sandbox.test`), with credentials,
   * records and scratch for every key.
   */
  config(origin?: string): SandboxConfiguration;
  readonly clock: MovableClock;
  /** Replaces the faults that are planted, the first one nearest to the caller; an empty list removes them all. */
  plant(faults: readonly Fault[]): void;
  /** The log of webhook deliveries, oldest first. */
  deliveries(): readonly Delivery[];
  /** Resolves when every delivery that is due was tried. */
  deliveriesSettled(): Promise<void>;
  close(): Promise<void>;
}

/** Where the in-process sandbox says it is. Nothing resolves the name. */
export const inProcessOrigin = "http://sandbox.test";

/** What is said of an address that neither an interface nor a page has. */
export const nothingHere = { message: "There is nothing at this address." } as const;

/** Donors of a sandbox without `scale` and `like`. */
const defaultScale = 250;

/** Donors at most. */
export const largestScale = 1_000_000;

const checkedScale = (scale: number): number => {
  if (Number.isSafeInteger(scale) && scale >= 1 && scale <= largestScale) return scale;
  throw new UsageError(`a sandbox cannot have ${scale} donors`, {
    hint: `scale is a whole number from 1 to ${largestScale}`,
  });
};

/**
 * Makes a sandbox and fills it.
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
 * @throws UsageError when the data file cannot be used, the scale is none, or a route cannot be served.
 */
export const createSandbox = (options: SandboxOptions = {}): Sandbox => {
  const { seed = 1, clock = createManualClock(startInstant(seed)) } = options;
  const likeness = typeof options.like === "string" ? readLikeness(options.like) : options.like;
  const scale = options.scale ?? likeness?.donors ?? defaultScale;
  const assumptions = withDefaults({ ...likeness?.assumptions, ...options.assumptions });
  const endpoints = extendEndpoints(listEndpoints(assumptions), options.extend ?? []);
  const wanted: Filling = { seed, scale: checkedScale(scale) };
  const database = openDatabase(options.dataFile);
  const fill = (of: Filling, by: typeof fillStore): Filling => {
    const filled = by({ database, ...of, now: wholeMinute(clock.now()) });
    if (filled.isNew && likeness !== undefined) storeNulls(database, likeness.treesOf, filled.seed);
    return filled;
  };
  const filling = fillOrClose(database, () =>
    fill(wanted, options.dataFile === undefined ? fillOrCopy : fillStore),
  );
  const onBug = options.onBug ?? (() => {});
  const deliver = options.deliver ?? deliverToLoopback;
  const engine = createDeliveryEngine({ database, clock, deliver, onBug });
  const wakeDeliveries = (): void => engine.wake();
  const limiter = createRateLimiter(clock);
  const environment: Environment = {
    database,
    clock,
    assumptions,
    seed: filling.seed,
    limiter,
    announce: (event) => announce({ database, assumptions, deliver }, event),
    wakeDeliveries,
    onBug,
  };
  const snapshots = createSnapshots(database);
  const config = (origin = inProcessOrigin): SandboxConfiguration =>
    describeSandbox(database, assumptions, { origin, control: options.control === true });
  const deliveriesSettled = (): Promise<void> => engine.settled();
  const reset = (): void => refillStore(database, () => fill(filling, fillStore));
  const answerInterface = createInterfaces(environment, endpoints);
  let planted: readonly Fault[] = [];
  const planting: Planting = {
    planted: () => planted,
    plant: (faults) => {
      planted = faults;
      current = withFaults(whole, faults);
    },
  };
  // Not decoded: a rule of a proxy that names /control must hold.
  const pages = new Hono({ getPath: ({ url }) => new URL(url).pathname });
  pages.route("/", createReferenceApp(config, endpoints, options.control === true));
  if (options.control === true)
    pages.route(
      "/control",
      createControlApp({ environment, snapshots, reset, deliveriesSettled, config, planting }),
    );
  pages.notFound((context) => context.json(nothingHere, 404));
  const bare: Sandbox = {
    fetch: async (request) => (await fetchInterface(answerInterface, request)) ?? pages.fetch(request),
    answerInterface,
    config,
    clock,
    plant: (faults) => planting.plant(faults),
    deliveries: () => listDeliveries(database).map(signed),
    deliveriesSettled,
    close: async () => {
      await engine.close();
      snapshots.close();
      database.close();
    },
  };
  const whole = likeness === undefined ? bare : withFaults(bare, [{ wrap: likeness.wrap(filling.seed) }]);
  let current = whole;
  return {
    ...whole,
    fetch: (request) => current.fetch(request),
    answerInterface: (...incoming) => current.answerInterface(...incoming),
  };
};

/** The answer of an interface; undefined where none of them is asked. */
const fetchInterface = async (
  answerInterface: AnswerInterface,
  request: Request,
): Promise<Response | undefined> => {
  const answered = Promise.withResolvers<Outgoing>();
  const isAnswered = answerInterface(incomingOf(request), getPath(request), answered.resolve);
  if (!isAnswered) return undefined;
  return responseOf(await answered.promise, request.method === "HEAD");
};

/** A file that cannot be used is not left open. */
const fillOrClose = (database: Database, fill: () => Filling): Filling => {
  try {
    const filled = fill();
    database.startLog();
    return filled;
  } catch (error) {
    database.close();
    throw error;
  }
};
