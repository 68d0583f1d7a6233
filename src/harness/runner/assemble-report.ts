import type { WriteSummary } from "../model/write-summary.ts";
import type { Fact } from "../model/fact.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Redirect } from "../model/redirect.ts";
import type { FactResult, PickedPart, RecordingSummary, Report } from "../model/report.ts";
import type { RunFooter } from "../model/run-event.ts";
import { problemsOf } from "../problems/problems-of.ts";
import { addParts, isPartial } from "./picked-parts.ts";
import { addRedirects } from "./add-redirects.ts";
import { shortfallOf } from "./coverage.ts";
import { noReadShows, nothingJudged } from "./nothing-judged.ts";
import { resolvedFindings } from "./resolved.ts";
import type { RunContract, RunOptions } from "./run-options.ts";
import type { SavedRun } from "./saved-run.ts";
import type { ResultCollector } from "./result-collector.ts";
import type { Target } from "./target.ts";
import type { Stop } from "./run-problems.ts";

export interface RunHead {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly stop: Stop | undefined;
  /** Interfaces that failed as a whole. */
  readonly outages?: ReadonlyMap<InterfaceName, string>;
  readonly writes?: WriteSummary | undefined;
  /** The part of the run before it was cut short, where it was resumed. */
  readonly earlier?: Pick<SavedRun, "startedAt" | "elapsedMs" | "requests" | "redirects"> | undefined;
  /** Whether plans picked from what they could ask. */
  readonly sampled?: boolean;
  readonly turn?: number;
  readonly turns?: Readonly<Record<string, number>>;
  readonly portions?: number;
  /** By check, how much it has asked of what it picks from. */
  readonly picked?: ReadonlyMap<string, PickedPart>;
  /** What was judged, where it was no target but a recording. */
  readonly recording?: RecordingSummary;
}

/** What a report needs to know of a run. */
export type ReportOptions = Pick<
  RunOptions,
  "chosen" | "readsOnly" | "shard" | "require" | "baseline" | "seed" | "version" | "clock"
> & {
  readonly contract: Pick<RunContract, "checks">;
  readonly target: Pick<Target, "baseUrls" | "requests" | "redirects">;
};

/** What the writes have come to; absent where there were none. */
const writesOf = ({ writes }: RunHead): { readonly writes?: WriteSummary } =>
  writes === undefined || writes.records.length + writes.left.length === 0 ? {} : { writes };

const redirectsOf = (
  { target }: ReportOptions,
  { earlier }: RunHead,
): { readonly redirects?: readonly Redirect[] } => {
  const redirects = addRedirects(earlier?.redirects, target.redirects?.());
  return redirects.length === 0 ? {} : { redirects };
};

const withoutVerdict =
  ({ contract: { checks }, chosen = checks, readsOnly, shard }: ReportOptions, head: RunHead) =>
  (fact: Fact): string => {
    if (fact.see === "static") return `static: held by ${fact.test ?? "a test of the OpenAPI documents"}`;
    const holders = checks.filter(({ facts }) => facts.includes(fact.id));
    if (holders.length === 0) return readsOnly === true ? noReadShows : "no check yet";
    if (!holders.some((check) => chosen.includes(check))) return "not selected";
    if (head.recording !== undefined) return "a recording cannot show it";
    return shard === undefined ? "not reached" : "not reached in this shard";
  };

/** Known findings that are gone. A run that was cut short, or judged only a part, cannot know; nor can a recording. */
const resolvedOf = (
  options: ReportOptions,
  results: ResultCollector,
  head: RunHead,
  seen: ReadonlySet<string>,
): readonly string[] => {
  const { contract, chosen = contract.checks, shard, baseline } = options;
  const isWhole =
    head.stop === undefined &&
    head.recording === undefined &&
    shard === undefined &&
    chosen.length === contract.checks.length;
  return isWhole ? resolvedFindings(baseline, seen, results.saved().verdicts) : [];
};

/**
 * A fact that passed with how much of what its checks pick from was asked, where that is not all of it. A shard says it
 * in any case: what the others have left out shows when they are put together.
 */
const withPart =
  ({ shard }: ReportOptions, picked: ReadonlyMap<string, PickedPart> = new Map()) =>
  (fact: FactResult): FactResult => {
    const part = addParts(fact.checks.flatMap((check) => picked.get(check) ?? []));
    const isSaid = shard === undefined ? isPartial(part) : part.of > 0;
    return fact.status === "passed" && isSaid ? { ...fact, part } : fact;
  };

/**
 * The last event of a run, however it ended. A shard may have nothing to judge; the whole
 * run may not.
 */
export const endOfRun = (options: ReportOptions, results: ResultCollector, head: RunHead): RunFooter => {
  const facts = results.facts(withoutVerdict(options, head)).map(withPart(options, head.picked));
  // A shard may have nothing to judge, and cannot have judged all that is required; the whole run may.
  const stop =
    head.stop ??
    (options.shard === undefined
      ? (nothingJudged(facts) ?? shortfallOf(facts, options.require ?? {}))
      : undefined);
  return {
    type: "run-ended",
    complete: stop === undefined,
    ...(stop === undefined ? {} : { stopped: stop }),
    ...((head.outages?.size ?? 0) === 0 ? {} : { outages: Object.fromEntries(head.outages ?? []) }),
    report: assembleReport(options, results, { ...head, stop }, facts),
  };
};

const assembleReport = (
  options: ReportOptions,
  results: ResultCollector,
  head: RunHead,
  facts: readonly FactResult[],
): Report => {
  const findings = results.findings();
  const count = (status: string): number => facts.filter((fact) => fact.status === status).length;
  const severity = (name: string): number => findings.filter((finding) => finding.severity === name).length;
  return {
    tool: { name: "tripact", version: options.version },
    run: {
      id: head.id,
      seed: options.seed,
      targets: options.target.baseUrls,
      complete: head.stop === undefined,
      ...(head.sampled === true ? { sampled: true } : {}),
      ...(head.turn === undefined ? {} : { turn: head.turn }),
      ...(head.turns === undefined ? {} : { turns: head.turns }),
      ...(head.portions === undefined ? {} : { portions: head.portions }),
      ...(head.stop === undefined ? {} : { stopped: head.stop.message }),
      startedAt: new Date(head.earlier?.startedAt ?? head.startedAt).toISOString(),
      elapsedMs: Math.round(options.clock.now() - head.startedAt + (head.earlier?.elapsedMs ?? 0)),
      ...writesOf(head),
      ...redirectsOf(options, head),
    },
    summary: {
      facts: {
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        total: facts.length,
      },
      findings: { error: severity("error"), warning: severity("warning"), info: severity("info") },
      requests: options.target.requests() + (head.earlier?.requests ?? 0),
    },
    facts,
    findings,
    problems: problemsOf({ findings, stopped: head.stop?.message }),
    unknowns: results.unknowns(),
    resolved: resolvedOf(options, results, head, new Set(findings.map((finding) => finding.fingerprint))),
    ...(head.recording === undefined ? {} : { recording: head.recording }),
  };
};
