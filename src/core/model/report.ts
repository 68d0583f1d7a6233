import type { WriteSummary } from "./write-summary.ts";
import type { Finding } from "./finding.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { Problem } from "./problem.ts";
import type { Redirect } from "./redirect.ts";
import type { Settings } from "./settings.ts";
import type { Tally } from "./tally.ts";

export type FactStatus = "passed" | "failed" | "skipped";

/** A run's result for one fact. */
export interface FactResult {
  readonly id: string;
  readonly status: FactStatus;
  /** Why it was skipped, or failed without a finding; absent if passed. */
  readonly reason?: string;
  readonly checks: readonly string[];
  /** Number of exchanges judged for it. */
  readonly exchanges: number;
  /** Set if it passed on only a part of what its checks select from, because the run had few requests. */
  readonly part?: PickedPart;
}

/** Number of selected items, out of all that plans select from: operations, pages, credentials or the like. */
export interface PickedPart {
  readonly asked: number;
  readonly of: number;
}

/** A run's answer to one open question. */
export interface UnknownResult {
  readonly id: string;
  readonly status: "open" | "observed";
  readonly observed?: string;
  readonly evidence?: string;
  /** Sandbox settings that give this answer, if any. */
  readonly settings?: Settings;
}

/** Requests of a recording that match no documented operation. */
export interface UnmatchedRequests {
  /** Interface with the requested address; absent if the address is unknown. */
  readonly interface?: InterfaceName;
  readonly method: string;
  /** Words of the OpenAPI documents and resource names, everything else as `{…}`. */
  readonly path: string;
  readonly exchanges: number;
}

/** Contents of a recording, and what could not be judged. */
export interface RecordingSummary {
  /** In the order of their entry numbers. */
  readonly files: readonly { readonly file: string; readonly format: string; readonly entries: number }[];
  /** All entries read. */
  readonly entries: number;
  readonly judged: number;
  readonly interfaces: Readonly<Record<InterfaceName, number>>;
  /** Requests without an answer. */
  readonly unanswered: number;
  /** Judged by status and headers alone, for lack of a body. */
  readonly withoutBody: number;
  /** Requests to interfaces that were not selected. */
  readonly leftOut: number;
  readonly unmatched: number;
  /** Most frequent first, at most 100. */
  readonly unmatchedRequests: readonly UnmatchedRequests[];
  /** Entries that could not be read, including a truncated end. */
  readonly troubles: number;
  /** The first of them, at most 20; `place` is `file:line` or `file: byte N`. */
  readonly troublePlaces: readonly { readonly place: string; readonly message: string }[];
}

/** Meaning of a finding or change for one consumer, by what it uses. */
export interface ConcernedConsumer {
  readonly consumer: string;
  readonly verdict: "breaks" | "at risk";
  /** `src/donors.ts:14 reads Donor.DonorAddresses` */
  readonly places: readonly string[];
}

/** Consumers affected by the findings of a report or the changes of a drift run. */
export interface ConsumerSummary {
  /** Whether no consumer uses anything reported. */
  readonly safe: boolean;
  readonly consumers: Readonly<Record<string, "breaks" | "at risk" | "safe">>;
  /** By fingerprint, those that break the most consumers first. */
  readonly concerns: readonly {
    readonly fingerprint: string;
    readonly consumers: readonly ConcernedConsumer[];
  }[];
}

/** What the report of a shard adds so that all shards can be merged. */
export interface ReportPart {
  /** From 1. */
  readonly index: number;
  readonly count: number;
  /** Ids of the selected checks; together the shards judge each one. */
  readonly chosen: readonly string[];
  /** The known findings, with their check if the baseline names it. */
  readonly baseline: readonly { readonly fingerprint: string; readonly check?: string }[];
  /** What the configuration requires the whole run to judge. */
  readonly require?: { readonly minFacts?: number; readonly facts?: readonly string[] };
  /** The results of this shard. */
  readonly tally: Tally;
}

/** The JSON report (see Contracts in ARCHITECTURE.md). Every fact and unknown of the registries appears once. */
export interface Report {
  readonly tool: { readonly name: "tripact"; readonly version: string };
  readonly run: {
    readonly id: string;
    readonly seed: number;
    readonly targets: Readonly<Record<InterfaceName, string>>;
    readonly complete: boolean;
    /** Present if plans selected only some of their requests, because the run had few. */
    readonly sampled?: true;
    /** The turn by which plans selected, carried over from earlier runs; absent if it is the seed. */
    readonly turn?: number;
    /** Turns that differ, by check: some checks had several in one run, others none in many. */
    readonly turns?: Readonly<Record<string, number>>;
    /** Further portions that plans selected with the remaining requests; absent if none. */
    readonly portions?: number;
    /** Why the run is incomplete. */
    readonly stopped?: string;
    readonly startedAt: string;
    readonly elapsedMs: number;
    /** State of a live target's scratch records; absent if none was written to. */
    readonly writes?: WriteSummary;
    /** Redirects, which were not followed; absent if none. */
    readonly redirects?: readonly Redirect[];
  };
  readonly summary: {
    readonly facts: {
      readonly passed: number;
      readonly failed: number;
      readonly skipped: number;
      readonly total: number;
    };
    readonly findings: { readonly error: number; readonly warning: number; readonly info: number };
    readonly requests: number;
  };
  readonly facts: readonly FactResult[];
  readonly findings: readonly Finding[];
  /** One per cause; absent in reports of earlier versions. */
  readonly problems?: readonly Problem[];
  readonly unknowns: readonly UnknownResult[];
  /** Baseline fingerprints that no longer appear. */
  readonly resolved: readonly string[];
  /** Only with usage files. */
  readonly usage?: ConsumerSummary;
  /** Only with judged recordings. */
  readonly recording?: RecordingSummary;
  /** Only in the report of a shard; `tripact report merge` combines them. */
  readonly part?: ReportPart;
}
