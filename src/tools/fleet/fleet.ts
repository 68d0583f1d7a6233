import type { Acceptance, DriftTarget } from "../../harness/model/drift.ts";
import type { UsageError } from "../../harness/model/usage-error.ts";
import type { JobReport } from "./jobs/run-jobs.ts";
import type { DayPlan } from "./jobs/plan-day.ts";
import type { Broad } from "./report/breadth.ts";
import type { ImportedTarget } from "../../harness/history/import-store.ts";
import type {
  ChangeFilter,
  DatedChange,
  DayStatus,
  FleetHistory,
  FleetProblem,
  RunFailure,
} from "../../harness/history/run-repository.ts";
import type { RunReport } from "./run/run-day.ts";
import type { Run } from "../../harness/runner/create-run.ts";
import type { AppOptions } from "../../harness/model/surroundings.ts";
import type { Verdict } from "../../harness/runner/exit-code.ts";

/** What every function of a fleet takes. */
export interface FleetOptions extends AppOptions {
  /** The fleet file. Paths in it are relative to `cwd`, and its variables come from `env`. */
  readonly fleet: string;
}

/** A function that is about one day. */
export interface FleetDayOptions extends FleetOptions {
  /** As `2025-01-31`; default: today in the time zone of the fleet file. */
  readonly date?: string;
}

/** A function that makes runs. */
export interface FleetRunOptions extends FleetOptions {
  /** Organizations at once, 1 to 256; default: 8. */
  readonly slots?: number;
}

/** What happens while runs are made. */
export type FleetEvent =
  /** An organization is through, in this process alone. */
  | ({ readonly type: "report" } & RunReport)
  /** An organization waits, so many milliseconds. */
  | ({ readonly type: "wait"; readonly organization: string; readonly ms: number } & RunFailure)
  /** A planned run has ended, or is put off. */
  | { readonly type: "job"; readonly report: JobReport }
  /** Something else went wrong: an alert could not be sent. */
  | { readonly type: "problem"; readonly message: string };

/** What `fleet.check` found. */
export interface FleetCheck {
  /** How many organizations the fleet file lists. */
  readonly organizations: number;
  /** Those whose configuration cannot be used, by name. */
  readonly failed: readonly { readonly organization: string; readonly problem: UsageError }[];
}

/** How far a day's runs are. */
export interface FleetStatus extends DayStatus {
  /** Whether no more of them failed than the fleet file tolerates. */
  readonly tolerated: boolean;
}

/** What changed, and how widely. */
export interface FleetDrift {
  /** `inconclusive` where more runs failed than the fleet file tolerates; `findings` where an open problem is an error. */
  readonly verdict: "conformant" | "findings" | "inconclusive";
  readonly status: FleetStatus;
  /** Every open problem once: changes of one cause as one, what was found, what could not be judged. */
  readonly problems: readonly Broad<FleetProblem>[];
  /** Every open change once, the widest first. */
  readonly changes: readonly Broad<DatedChange>[];
}

/** The result of the runs of a day. */
export interface FleetRunResult {
  readonly verdict: Verdict;
  /** Absent where the runs were not completed. */
  readonly drift?: FleetDrift;
}

/** `inconclusive` where no secrets could be had, or somebody could not be alerted. */
export type WorkVerdict = "complete" | "inconclusive" | "interrupted";

/** Changes that were accepted, and where. */
export interface FleetAcceptance extends Acceptance {
  readonly accepted: readonly {
    readonly fingerprint: string;
    readonly targets: readonly DriftTarget[];
  }[];
}

/** The pages of a fleet, served. */
export interface ServedFleet {
  /** `http://127.0.0.1:4174`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** What a fleet can be asked for: many organizations, checked on one schedule. Each throws `UsageError` for wrong use. */
export interface Fleet {
  /** Whether the fleet file, the list of organizations and their configurations can be used; with `resolve`, their secrets, too. */
  check(options: FleetOptions & { readonly resolve?: boolean }): Promise<FleetCheck>;
  /** Creates the tables of the database, or brings them up to date. Returns what the database is called in output. */
  migrate(options: FleetOptions): Promise<{ readonly database: string }>;
  /**
   * Takes over the history in a store of `drift`, with what was accepted.
   * `as`: name of the organization, where the store has one alone
   */
  import(
    options: FleetOptions & { readonly store: string; readonly as?: string },
  ): Promise<readonly ImportedTarget[]>;
  /** Plans the runs of a day for workers: each at its own minute of the window, or with `now` at once. */
  plan(options: FleetDayOptions & { readonly now?: boolean }): Promise<DayPlan & { readonly day: string }>;
  /**
   * Makes planned runs beside other workers, and plans every day, until the signal aborts; with `drain`, until no run is
   * left, and plans nothing.
   */
  work(
    options: FleetRunOptions & { readonly drain?: boolean },
  ): Run<FleetEvent, { readonly verdict: WorkVerdict }>;
  /** Checks every organization that has no run of the day yet, several at once. */
  run(options: FleetRunOptions & FleetDayOptions): Run<FleetEvent, FleetRunResult>;
  /** How many runs of a day are done, failed and waiting, and why runs failed. */
  status(options: FleetDayOptions): Promise<FleetStatus>;
  /** Every open change once, with the organizations that show it. */
  drift(options: FleetDayOptions & ChangeFilter): Promise<FleetDrift>;
  /** All runs of each organization, and what each operation did in them. */
  history(options: FleetOptions & Pick<ChangeFilter, "organization">): AsyncIterable<FleetHistory>;
  /** Accepts changes wherever they are open now, in one organization alone, or also where they appear later. */
  accept(
    options: FleetOptions & {
      readonly fingerprints: readonly string[];
      readonly organization?: string;
      readonly everywhere?: boolean;
    } & Omit<Acceptance, "at">,
  ): Promise<FleetAcceptance>;
  /** Leaves an organization alone until it is resumed. */
  pause(options: FleetOptions & { readonly organization: string; readonly reason?: string }): Promise<void>;
  /** Checks an organization again that was paused, by hand or after failed runs. */
  resume(options: FleetOptions & { readonly organization: string }): Promise<void>;
  /**
   * Serves the pages of the fleet, with /metrics, /healthz and /readyz, until it is closed. Reads and never writes.
   * `port`: 0, the default, for a free one; `publicHost`: a name by which a proxy leads here; `token`: what every reader
   * sends
   */
  serve(
    options: FleetOptions & {
      readonly port?: number;
      readonly host?: string;
      readonly publicHost?: string;
      readonly token?: string;
    },
  ): Promise<ServedFleet>;
}
