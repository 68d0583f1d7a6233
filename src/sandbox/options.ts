import type { Fault } from "../builtin/faults/fault.ts";
import { objectWith, option, type OptionsOf } from "../core/output/options.ts";
import {
  kinds,
  listOfKind,
  oneOfWords,
  port,
  seed,
  textOrKind,
  typed,
  wholeNumber,
  withFunctions,
} from "../core/output/values.ts";
import type { ServedDocument } from "../serving/served-document.ts";
import type { Assumptions } from "./assumptions/assumptions.ts";
import type { MovableClock } from "./clock.ts";
import type { SandboxRoute } from "./extension/route.ts";
import type { Latency } from "./latency.ts";
import type { Likeness } from "./likeness/likeness.ts";
import type { ServedRequest } from "./request-log.ts";
import type { Deliver } from "./webhooks/deliver.ts";

/** Longer delays are no delays of a server. */
const milliseconds = wholeNumber(0, 86_400_000);

/** A delay of requests. */
export const latency = typed<Latency>(
  objectWith({ minimum: option.needed(milliseconds), maximum: option.needed(milliseconds) }),
);

/** A team's own route. */
const route = typed<SandboxRoute>(
  objectWith({
    interface: option.optional(kinds.text),
    method: option.optional(kinds.text),
    path: option.optional(kinds.text),
    parameters: option.optional(kinds.object),
    required: option.optional(kinds.texts),
    permission: option.optional(kinds.text),
    body: option.optional(oneOfWords("required", "optional")),
    respond: option.optional(kinds.function),
  } satisfies Readonly<Record<keyof SandboxRoute, unknown>>),
);

export const sandboxOptions = {
  /** Decides all data and every issued token; default 1. A data file keeps the seed that filled it. */
  seed: option.usual(1, seed, {
    help: "seed of the generated data; an existing data file keeps its own",
  }),
  /**
   * Donors of the main organization, up to 1,000,000; default 250, or about as many as the target of `like` has, up to
   * 5,000. Each has three gifts on average, and all else grows in proportion. A data file keeps the scale that filled
   * it.
   */
  scale: option.optional(wholeNumber(1, 1_000_000), {
    help: "number of donors, up to 1000000 (default: 250, or as --like shows); the rest grows in proportion",
  }),
  /** Stores the state in this file and continues with its contents; default: in memory. */
  dataFile: option.optional(kinds.text),
  /** Answers to open questions that replace the table's defaults. */
  assumptions: option.optional(typed<Partial<Assumptions>>(kinds.object)),
  /** Behaves like an observed target: name or contents of a shape file; see `readLikeness`. */
  like: option.target(typed<string | Likeness>(kinds.textOrObject)),
  /** Default: stopped at an instant that the seed decides, until moved. */
  clock: option.optional(withFunctions<MovableClock>("now", "sleep", "advance", "moveTo", "movedBy")),
  /** A team's own routes, with the same credentials, clock and store. */
  extend: option.optional(listOfKind(route)),
  /** OpenAPI documents that are served beside the built-in interfaces, each below its name; see `readServedDocument`. */
  openapi: option.optional(listOfKind(withFunctions<ServedDocument>("serve"))),
  /** The interface that answers at the address itself as well, so that no path begins with its name; default: none. */
  root: option.optional(kinds.text, {
    help: "serve this interface at the address itself, so that no path begins with its name",
    value: "interface",
  }),
  /** Opens the control interface below /control; default: closed. */
  control: option.optional(kinds.truth, {
    help: "also serve /control: reset, snapshots, clock, SMS outbox, delivery log, credentials",
  }),
  /** Lets web pages of other sites register webhooks that deliver to this machine; default: refused with 403. */
  corsWebhooks: option.optional(kinds.truth, {
    help: "with --cors: let those pages also register webhooks that deliver to this machine",
  }),
  /** Sends webhook deliveries; default: to this machine only; others are only logged. */
  deliver: option.optional(typed<Deliver>(kinds.function)),
  /** Called with errors thrown by handlers; default: ignored. The caller gets a 500 in any case. */
  onBug: option.optional(typed<(bug: unknown) => void>(kinds.function)),
};

/** Size and contents of a sandbox, and its answers to open questions of the specification. */
export interface SandboxOptions extends OptionsOf<typeof sandboxOptions> {}

export const serveOptions = {
  ...sandboxOptions,
  /** Default 0: any free port. */
  port: option.optional(port, { help: "port to listen on (default: a free one)" }),
  /** Default 127.0.0.1: reachable from this machine only. */
  host: option.usual("127.0.0.1", kinds.text, { help: "address to listen on", value: "address" }),
  /** Deliberate defects, the first one nearest to the caller; default none. */
  faults: option.optional(listOfKind(withFunctions<Fault>("wrap"))),
  /** Delay of each request to an interface; `like`: as in the target of `like`. Default: none. */
  latency: option.optional(typed<Latency | "like">(textOrKind(latency))),
  /**
   * Interfaces that get a port of their own as well, where their paths need not begin with their names: those after
   * `port`, or any free ones.
   */
  ownPorts: option.optional(kinds.texts),
  /** Lets pages of every origin call the interfaces; default: browsers block them. */
  cors: option.optional(kinds.truth, { help: "let web pages of every origin call the interfaces" }),
  /** Called with every request after its answer, or when its client abandons it. */
  onServed: option.optional(typed<(served: ServedRequest) => void>(kinds.function)),
};

/** Location and behaviour of a served sandbox. */
export interface ServeOptions extends OptionsOf<typeof serveOptions> {}
