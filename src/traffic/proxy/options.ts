import { objectWith, option, type OptionsOf } from "../../core/output/options.ts";
import { kinds, listOfKind, port, seed, typed, wholeNumber } from "../../core/output/values.ts";
import { appOptions } from "../../inputs/app-options.ts";
import { configuration, failOn, trafficOptions } from "../../inputs/common-options.ts";
import { latency } from "../../sandbox/options.ts";

const statusShare = {
  status: option.needed(wholeNumber(100, 599)),
  rate: option.needed(kinds.share),
};

/** The share of requests that get a status. */
interface StatusShare extends OptionsOf<typeof statusShare> {}

const disturbanceOptions = {
  /** Delay of every request. */
  latency: option.optional(latency),
  /** The share of requests whose connection breaks, from 0 to 1. */
  faultRate: option.optional(kinds.share),
  /** Shares of requests that get a status instead of an answer. */
  statuses: option.optional(listOfKind(typed<StatusShare>(objectWith(statusShare)))),
};

/** How often requests are disturbed, and how. */
export interface DisturbanceOptions extends OptionsOf<typeof disturbanceOptions> {}

export const proxyOptions = {
  ...appOptions,
  ...disturbanceOptions,
  ...trafficOptions,
  /** The configuration with the addresses of the targets. Without `inject`, its credentials may be unset. */
  config: option.target(configuration),
  /** Puts the proxy in front of the embedded sandbox. */
  sandbox: option.optional(kinds.truth, { help: "put the embedded sandbox behind the proxy" }),
  /** Default: a free one. */
  port: option.optional(port, { help: "port to listen on (default: a free one)" }),
  /** Default: 127.0.0.1. */
  host: option.usual("127.0.0.1", kinds.text, { help: "address to listen on", value: "address" }),
  /** Also serves each interface on its own port: those after `port`, or free ones. */
  ports: option.optional(kinds.truth, {
    help: "also serve each interface on a port of its own: those after --port, or free ones",
  }),
  /** A file to append the masked exchanges to: NDJSON, or HAR if its name ends in .har. */
  record: option.optional(kinds.text),
  /** The interface that also answers to paths without its name; by default that of `openapi`. */
  root: option.optional(kinds.text, {
    help: "interface that also answers to paths without its name (default: that of --openapi)",
    value: "name",
  }),
  /** Adds the configured credential to requests that have none. */
  inject: option.optional(kinds.truth, { help: "add the configured credential to requests that have none" }),
  /** Refuses requests that write according to the OpenAPI documents. */
  readOnly: option.optional(kinds.truth, { help: "reject operations documented as writes, with 403" }),
  /** Seed of the disturbances; default: 1. */
  seed: option.usual(1, seed, { help: "seed of the disturbances" }),
  /** Lowest severity of a finding that makes the verdict `findings`; default: error. */
  failOn: { ...failOn, help: "lowest severity of a finding that makes the exit code 1" },
  /** Whether the result holds the exchanges, which some formats of `report` show. */
  exchanges: option.optional(kinds.truth),
};

/** Targets and settings of a proxy. */
export interface ProxyOptions extends OptionsOf<typeof proxyOptions> {}
