import type { ActiveCheck, PassiveCheck } from "./check.ts";
import type { Contract, InterfaceDescription } from "./contract.ts";
import type { DriftHistory, FieldHistory } from "./drift.ts";
import type { FilePlace } from "./file-place.ts";
import type { FailureReason } from "./exchange.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { Method } from "./operation.ts";
import type { Report } from "./report.ts";

/**
 * An exchange that is safe to write: shapes replace the answer's values, names replace secrets. Exchanges with the
 * in-process sandbox, whose records are invented, are unmasked.
 */
export interface LoggedExchange {
  /** The number used in findings. */
  readonly number: number;
  /** The check that sent it. */
  readonly check: string;
  readonly interface: InterfaceName;
  readonly operation: string | undefined;
  /** Milliseconds since the epoch by the run's clock; undefined if not recorded. */
  readonly sentAt: number | undefined;
  readonly method: Method;
  readonly url: string;
  readonly authorization: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** As sent, with names in place of secrets; undefined without a body. */
  readonly requestBody: string | undefined;
  readonly answer: LoggedAnswer | LoggedFailure;
}

export interface LoggedAnswer {
  readonly kind: "response";
  readonly status: number;
  /** Headers that describe the answer; values that may hold data are shapes. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON of the same form whose leaves are shapes such as `string(12)`; undefined without a body. */
  readonly shape: unknown;
  /** The body, shortened; only for the in-process sandbox, whose records are invented. */
  readonly body?: unknown;
  readonly elapsedMs: number;
}

export interface LoggedFailure {
  readonly kind: "failure";
  readonly reason: FailureReason;
  readonly message: string;
}

/** The exchanges of a run by number. */
export interface ExchangeLog {
  readonly entries: readonly LoggedExchange[];
  /** Number of exchanges that the log omits. */
  readonly omitted: number;
  /** Whether they come from the in-process sandbox and include values. */
  readonly isSandbox?: boolean;
}

export type CheckSummary = Pick<
  ActiveCheck | PassiveCheck,
  "id" | "title" | "why" | "severity" | "facts" | "interfaces"
>;

/** The meaning of ids. */
export interface Catalogue extends Pick<Contract, "facts" | "unknowns" | "factGroups"> {
  readonly checks: readonly CheckSummary[];
  /** By interface. */
  readonly described: Readonly<Record<string, Pick<InterfaceDescription, "title">>>;
}

/** A history with the fields of each run. */
export interface ReportHistory extends DriftHistory {
  readonly fields?: readonly FieldHistory[];
}

/** All inputs of a report. */
export interface ReportInput {
  readonly report: Report;
  readonly catalogue: Catalogue;
  /** Undefined if unavailable, as in a report merged from shards. */
  readonly exchanges?: ExchangeLog;
  /** Where the configuration, a file of the repository, states each interface; absent without such a file. */
  readonly configured?: Readonly<Record<InterfaceName, FilePlace>>;
  /** One per target with stored runs. */
  readonly history?: readonly ReportHistory[];
}
