import type { Acceptance, DriftTarget } from "../../core/model/drift.ts";
import type { UsageError } from "../../core/model/usage-error.ts";
import type { JobReport } from "./jobs/run-jobs.ts";
import type { DayPlan } from "./jobs/plan-day.ts";
import type { Broad } from "./report/breadth.ts";
import type { DayState } from "./report/day-verdict.ts";
import type { ImportedTarget } from "../history/import-store.ts";
import type {
  DatedChange,
  DayStatus,
  FleetHistory,
  FleetProblem,
  RunFailure,
} from "../history/run-repository.ts";
import type { RunReport } from "./run/run-day.ts";
import type { Run } from "../../core/run/create-run.ts";
import type { OptionsOfFleet } from "./options.ts";
import type { Verdict } from "../../core/run/exit-code.ts";

/** Events while runs are executed. */
export type FleetEvent =
  /** An organization is finished, in this process alone. */
  | ({ readonly type: "report" } & RunReport)
  /** An organization waits for the given number of milliseconds. */
  | ({ readonly type: "wait"; readonly organization: string; readonly ms: number } & RunFailure)
  /** A planned run ended or was postponed. */
  | { readonly type: "job"; readonly report: JobReport }
  /** No run of the day was left, so that nothing was sent; the time zone is that of the day. */
  | { readonly type: "nothing-left"; readonly day: string; readonly timezone: string }
  /** Something else failed: an alert could not be sent. */
  | { readonly type: "problem"; readonly message: string };

/** The result of `fleet.check`. */
export interface FleetCheck {
  /** Number of organizations in the fleet file. */
  readonly organizations: number;
  /** What is valid and may still surprise: that days begin at changing times on the clocks of this machine. */
  readonly notes: readonly string[];
  /** Organizations whose configuration cannot be used, by name. */
  readonly failed: readonly { readonly organization: string; readonly problem: UsageError }[];
}

/** Progress of a day's runs. */
export interface FleetStatus extends DayStatus {
  /** When the day's window ends, ISO 8601: runs that have not ended by then count as failed. */
  readonly until: string;
  /**
   * `good`: no more of the due runs failed than the fleet file tolerates; `failed`: more; `unfinished`: some can still
   * end; `nothing-due`: no organization was to be checked.
   */
  readonly state: DayState;
  /** Whether runs that have not ended count as failed. */
  readonly over: boolean;
  /** Whether the day is `good`. */
  readonly tolerated: boolean;
}

/** What changed, and how widely. */
export interface FleetDrift {
  /** `inconclusive` if the day is not `good`; `findings` if an open problem is an error. */
  readonly verdict: "conformant" | "findings" | "inconclusive";
  readonly status: FleetStatus;
  /** Every open problem once: changes with a common cause, findings, and what could not be judged. */
  readonly problems: readonly Broad<FleetProblem>[];
  /** Every open change once, the widest first. */
  readonly changes: readonly Broad<DatedChange>[];
}

/** The result of the runs of a day. */
export interface FleetRunResult {
  readonly verdict: Verdict;
  /** Absent if the runs were not completed. */
  readonly drift?: FleetDrift;
}

/** `inconclusive` if secrets were not available, or an alert could not be sent. */
export type WorkVerdict = "complete" | "inconclusive" | "interrupted";

/** Changes that were accepted, and where. */
export interface FleetAcceptance extends Acceptance {
  readonly accepted: readonly {
    readonly fingerprint: string;
    readonly targets: readonly DriftTarget[];
  }[];
}

/** The served pages of a fleet. */
export interface ServedFleet {
  /** `http://127.0.0.1:4174`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Operations on a fleet: many organizations, checked on one schedule. Each throws `UsageError` for wrong use. */
export interface Fleet {
  /** Validates the fleet file, the organizations' list and configurations; with `resolve`, also their secrets. */
  check(options: OptionsOfFleet<"check">): Promise<FleetCheck>;
  /** Creates or updates the tables of the database. Returns the database's name in output. */
  migrate(options: OptionsOfFleet<"migrate">): Promise<{ readonly database: string }>;
  /**
   * Imports the history and acceptances from a store of `drift`. `as`: name of the organization, if the store has only
   * one
   */
  import(options: OptionsOfFleet<"import">): Promise<readonly ImportedTarget[]>;
  /**
   * Plans the runs of a day for workers: each at its own minute of the window, or with `now` immediately, and again
   * those that failed without a result.
   */
  plan(options: OptionsOfFleet<"plan">): Promise<DayPlan & { readonly day: string }>;
  /**
   * Executes planned runs together with other workers, and plans every day, until the signal aborts; with `drain`,
   * until no run is left, without planning.
   */
  work(options: OptionsOfFleet<"work">): Run<FleetEvent, { readonly verdict: WorkVerdict }>;
  /**
   * Checks every organization that has no run of the day yet, or one that failed without a result, several at once.
   * With `noWait`, leaves those that would have to wait for their hourly limit to another call.
   */
  run(options: OptionsOfFleet<"run">): Run<FleetEvent, FleetRunResult>;
  /** How many runs of a day are done, failed and waiting, and why runs failed. */
  status(options: OptionsOfFleet<"status">): Promise<FleetStatus>;
  /** Every open change once, with the organizations that have it. */
  drift(options: OptionsOfFleet<"drift">): Promise<FleetDrift>;
  /** All runs of each organization, and the results of each operation. */
  history(options: OptionsOfFleet<"history">): AsyncIterable<FleetHistory>;
  /** Accepts changes wherever they are open now, in one organization only, or also where they appear later. */
  accept(options: OptionsOfFleet<"accept">): Promise<FleetAcceptance>;
  /** Stops checking an organization until it is resumed. */
  pause(options: OptionsOfFleet<"pause">): Promise<void>;
  /** Resumes checking an organization that was paused manually or after failed runs. */
  resume(options: OptionsOfFleet<"resume">): Promise<void>;
  /**
   * Serves the pages of the fleet, with /metrics, /healthz and /readyz, until it is closed. Read-only. `port`: default
   * 0, for a free one; `publicHost`: a host name under which a proxy forwards here; `token`: required from every reader
   */
  serve(options: OptionsOfFleet<"serve">): Promise<ServedFleet>;
}
