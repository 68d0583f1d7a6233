import type { WriteSummary } from "./write-summary.ts";
import type { Finding } from "./finding.ts";
import type { InterfaceName } from "./interface-name.ts";
import type { Problem } from "./problem.ts";
import type { Redirect } from "./redirect.ts";
import type { Settings } from "./settings.ts";
import type { Tally } from "./tally.ts";

export type FactStatus = "passed" | "failed" | "skipped";

/** What a run says about one fact. */
export interface FactResult {
  readonly id: string;
  readonly status: FactStatus;
  /** Why it was skipped or failed without a finding; absent when passed. */
  readonly reason?: string;
  readonly checks: readonly string[];
  /** How many exchanges were judged for it. */
  readonly exchanges: number;
  /** Where it passed on a part of what its checks pick from, since the run had few requests. */
  readonly part?: PickedPart;
}

/** So many items of so many that plans pick from: operations, pages, credentials or the like. */
export interface PickedPart {
  readonly asked: number;
  readonly of: number;
}

/** What a run says about one open question. */
export interface UnknownResult {
  readonly id: string;
  readonly status: "open" | "observed";
  readonly observed?: string;
  readonly evidence?: string;
  /** As settings of a sandbox that answers the question in this way, where there are any. */
  readonly settings?: Settings;
}

/** Requests of a recording that no documented operation stands for. */
export interface UnmatchedRequests {
  /** Whose address they went to; absent where it is no known one. */
  readonly interface?: InterfaceName;
  readonly method: string;
  /** Words of the OpenAPI documents and resource names as they are, everything else as `{…}`. */
  readonly path: string;
  readonly exchanges: number;
}

/** What a recording held, and what could not be judged of it. */
export interface RecordingSummary {
  /** In the order in which their entries are numbered. */
  readonly files: readonly { readonly file: string; readonly format: string; readonly entries: number }[];
  /** Entries read, whatever became of them. */
  readonly entries: number;
  readonly judged: number;
  readonly interfaces: Readonly<Record<InterfaceName, number>>;
  /** Requests that got no answer. */
  readonly unanswered: number;
  /** Judged by status and headers alone, for want of a body. */
  readonly withoutBody: number;
  /** Requests of interfaces that were not asked for. */
  readonly leftOut: number;
  readonly unmatched: number;
  /** The most frequent first, at most 100. */
  readonly unmatchedRequests: readonly UnmatchedRequests[];
  /** Entries that could not be read, or a recording that ends too early. */
  readonly troubles: number;
  /** The first of them, at most 20; `place` is `file:line` or `file: byte N`. */
  readonly troublePlaces: readonly { readonly place: string; readonly message: string }[];
}

/** What a finding or a change means for one consumer, by what it uses. */
export interface ConcernedConsumer {
  readonly consumer: string;
  readonly verdict: "breaks" | "at risk";
  /** `src/donors.ts:14 reads Donor.DonorAddresses` */
  readonly places: readonly string[];
}

/** Whom the findings of a report, or the changes of a drift run, concern. */
export interface ConsumerSummary {
  /** Whether no consumer uses anything that is reported. */
  readonly safe: boolean;
  readonly consumers: Readonly<Record<string, "breaks" | "at risk" | "safe">>;
  /** By fingerprint, what breaks most consumers first. */
  readonly concerns: readonly {
    readonly fingerprint: string;
    readonly consumers: readonly ConcernedConsumer[];
  }[];
}

/** What the report of a shard holds beside its own results, so that the whole can be put together. */
export interface ReportPart {
  /** From 1. */
  readonly index: number;
  readonly count: number;
  /** Ids of the checks that were chosen, of which all shards together judge each one. */
  readonly chosen: readonly string[];
  /** The known findings, each with its check where the baseline names it. */
  readonly baseline: readonly { readonly fingerprint: string; readonly check?: string }[];
  /** What the whole run is required to judge, by the configuration. */
  readonly require?: { readonly minFacts?: number; readonly facts?: readonly string[] };
  /** What this shard has found. */
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
    /** Present where plans picked from what they could ask, since the run had few requests. */
    readonly sampled?: true;
    /** Where it is not the seed: the turn by which plans picked, as earlier runs have left it. */
    readonly turn?: number;
    /** By check, where it is another one: some had several turns in one run, others none in many. */
    readonly turns?: Readonly<Record<string, number>>;
    /** How many further portions plans picked with what was left of the requests; absent where there were none. */
    readonly portions?: number;
    /** Why the run is not complete. */
    readonly stopped?: string;
    readonly startedAt: string;
    readonly elapsedMs: number;
    /** What became of the scratch records of a live target; absent when none was written to. */
    readonly writes?: WriteSummary;
    /** Answers that pointed elsewhere and were not followed; absent when there were none. */
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
  /** One for each cause; absent in reports of earlier versions. */
  readonly problems?: readonly Problem[];
  readonly unknowns: readonly UnknownResult[];
  /** Fingerprints of the baseline that no longer appear. */
  readonly resolved: readonly string[];
  /** Only with usage files. */
  readonly usage?: ConsumerSummary;
  /** Only where recordings were judged. */
  readonly recording?: RecordingSummary;
  /** Only in the report of a shard: `tripact report merge` puts the whole together. */
  readonly part?: ReportPart;
}
