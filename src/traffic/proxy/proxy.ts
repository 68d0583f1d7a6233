import type { Finding } from "../../core/model/finding.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { Report } from "../../core/model/report.ts";
import type { Catalogue, ExchangeLog } from "../../core/model/report-input.ts";
import type { ShownEvent } from "../../core/model/run-event.ts";
import type { TrafficCounts } from "./traffic-counts.ts";
import type { Run } from "../../core/run/create-run.ts";
import type { Verdict } from "../../core/run/exit-code.ts";

/** Events while a proxy serves, followed by those of judging the traffic. */
export type ProxyEvent =
  | ShownEvent
  /** A finding occurred for the first time. */
  | { readonly type: "finding-seen"; readonly finding: Finding }
  /** The record cannot be written, or a handler of the sandbox failed. */
  | { readonly type: "trouble"; readonly message: string }
  /** The proxy has stopped serving. */
  | ({ readonly type: "served" } & ServedTraffic);

/** The forwarded traffic. */
export interface ServedTraffic {
  readonly traffic: TrafficCounts;
  /** Exchanges that arrived faster than they could be judged. */
  readonly dropped: number;
}

/** The result of judging the traffic of a proxy. */
export interface ProxyResult extends ServedTraffic {
  readonly verdict: Verdict;
  readonly report: Report;
  readonly exchanges?: ExchangeLog;
  /** What the ids in the report mean, for `report`; absent if all are of the built-in contract. */
  readonly catalogue?: Catalogue;
}

/** An interface as clients reach it through a proxy. */
export interface ProxyAddress {
  readonly name: InterfaceName;
  readonly baseUrl: string;
  /** If it has its own port. */
  readonly ownOrigin: string | undefined;
  readonly target: string;
  /** The sandbox's invented credential, if clients need one. */
  readonly credential?: { readonly key: string; readonly value: string };
}

/** A proxy that serves until it is closed or its signal aborts. */
export interface Proxy {
  /** `http://127.0.0.1:4173`; its status page is at `/__tripact`. */
  readonly origin: string;
  readonly addresses: readonly ProxyAddress[];
  /** The events and the result. Iterating is optional; leaving the loop early closes the proxy. */
  readonly run: Run<ProxyEvent, ProxyResult>;
  /** Stops serving, judges waiting exchanges, and closes the record. */
  close(): Promise<ProxyResult>;
}
