import type { ActiveCheck, PassiveCheck } from "./check.ts";
import type { Contract, InterfaceDescription } from "./contract.ts";
import type { DriftHistory, FieldHistory } from "./drift.ts";
import type { FailureReason } from "./exchange.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { Method } from "./operation.ts";
import type { Report } from "./report.ts";

/**
 * An exchange as it may be written: shapes in place of the answer's values, names in place of secrets. One with the
 * sandbox in this process, whose records are invented, is written as it was.
 */
export interface LoggedExchange {
  /** As findings name it. */
  readonly number: number;
  /** The check that asked for it. */
  readonly check: string;
  readonly interface: InterfaceName;
  readonly operation: string | undefined;
  /** Milliseconds since the epoch by the run's clock; undefined where nobody looked at it. */
  readonly sentAt: number | undefined;
  readonly method: Method;
  readonly url: string;
  readonly authorization: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** As sent, secrets replaced by their names; undefined without one. */
  readonly requestBody: string | undefined;
  readonly answer: LoggedAnswer | LoggedFailure;
}

export interface LoggedAnswer {
  readonly kind: "response";
  readonly status: number;
  /** Values of headers that describe the answer; those that may hold data as shapes. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON of the same form whose leaves are shapes such as `string(12)`; undefined without a body. */
  readonly shape: unknown;
  /** The body as it came, in short; only of the sandbox in this process, whose records are invented. */
  readonly body?: unknown;
  readonly elapsedMs: number;
}

export interface LoggedFailure {
  readonly kind: "failure";
  readonly reason: FailureReason;
  readonly message: string;
}

/** The exchanges of a run in the order of their numbers. */
export interface ExchangeLog {
  readonly entries: readonly LoggedExchange[];
  /** How many more there were than the log holds. */
  readonly omitted: number;
  /** Whether they are those of the sandbox in this process, with their values. */
  readonly isSandbox?: boolean;
}

export type CheckSummary = Pick<
  ActiveCheck | PassiveCheck,
  "id" | "title" | "why" | "severity" | "facts" | "interfaces"
>;

/** What ids stand for. */
export interface Catalogue extends Pick<Contract, "facts" | "unknowns" | "factGroups"> {
  readonly checks: readonly CheckSummary[];
  /** By interface. */
  readonly described: Readonly<Record<string, Pick<InterfaceDescription, "title">>>;
}

/** A history, with the fields of which each run is shown. */
export interface ReportHistory extends DriftHistory {
  readonly fields?: readonly FieldHistory[];
}

/** Everything that a report can be made of. */
export interface ReportInput {
  readonly report: Report;
  readonly catalogue: Catalogue;
  /** Undefined where the exchanges are not at hand: in a report merged from shards. */
  readonly exchanges?: ExchangeLog;
  /** One for each target of which runs are kept. */
  readonly history?: readonly ReportHistory[];
}
