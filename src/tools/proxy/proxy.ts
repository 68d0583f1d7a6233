import type { Finding } from "../../harness/model/finding.ts";
import type { InterfaceName } from "../../harness/model/interface-name.ts";
import type { Report } from "../../harness/model/report.ts";
import type { ExchangeLog } from "../../harness/model/report-input.ts";
import type { RunEvent } from "../../harness/model/run-event.ts";
import type { FailOn } from "../../harness/model/verdict.ts";
import type { DisturbanceOptions } from "./disturbances.ts";
import type { TrafficCounts } from "./traffic-counts.ts";
import type { Config } from "../../inputs/open-config.ts";
import type { Run } from "../../harness/runner/create-run.ts";
import type { AppOptions } from "../../harness/model/surroundings.ts";
import type { Verdict } from "../../harness/runner/exit-code.ts";

/** What a proxy passes requests on to, and how. */
export interface ProxyOptions extends AppOptions, DisturbanceOptions {
  /** The configuration with the addresses of the targets. Without `inject`, no credential in it needs to be set. */
  readonly config?: Config;
  /** Puts the embedded sandbox behind the proxy. */
  readonly sandbox?: boolean;
  /** Default: a free one. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Also serves each interface on a port of its own: those after `port`, or free ones. */
  readonly ports?: boolean;
  /** A file to which the exchanges are added, masked: NDJSON, or HAR where it ends in .har. */
  readonly record?: string;
  /** Adds the configured credential to requests that have none. */
  readonly inject?: boolean;
  /** Refuses requests that the OpenAPI documents call a write. */
  readonly readOnly?: boolean;
  /** Seed of what is disturbed; default: 1. */
  readonly seed?: number;
  /** The least severity of a finding that makes the verdict `findings`; default: error. */
  readonly failOn?: FailOn;
  /** Whether the result holds the exchanges, which some formats of `report` show. */
  readonly exchanges?: boolean;
}

/** What happens while a proxy serves, and then the events of judging what went by. */
export type ProxyEvent =
  | RunEvent
  /** Something was found for the first time in what goes by. */
  | { readonly type: "finding-seen"; readonly finding: Finding }
  /** The record cannot be written, or a handler of the sandbox failed. */
  | { readonly type: "trouble"; readonly message: string }
  /** The proxy serves no longer. */
  | ({ readonly type: "served" } & ServedTraffic);

/** What went by. */
export interface ServedTraffic {
  readonly traffic: TrafficCounts;
  /** Exchanges that came faster than they could be judged. */
  readonly dropped: number;
}

/** The result of judging the traffic of a proxy. */
export interface ProxyResult extends ServedTraffic {
  readonly verdict: Verdict;
  readonly report: Report;
  readonly exchanges?: ExchangeLog;
}

/** An interface as clients reach it through a proxy. */
export interface ProxyAddress {
  readonly name: InterfaceName;
  readonly baseUrl: string;
  /** Where it has a port of its own. */
  readonly ownOrigin: string | undefined;
  readonly target: string;
  /** The sandbox's invented credential, where clients need one. */
  readonly credential?: { readonly key: string; readonly value: string };
}

/** A proxy that serves until it is closed or its signal aborts. */
export interface Proxy {
  /** `http://127.0.0.1:4173`; its status page is at `/__tripact`. */
  readonly origin: string;
  readonly addresses: readonly ProxyAddress[];
  /** What goes by, as long as it serves. Iterating it is optional; a loop that is left early closes the proxy. */
  readonly run: Run<ProxyEvent, ProxyResult>;
  /** Stops serving, judges what waits, and closes the record. */
  close(): Promise<ProxyResult>;
}
