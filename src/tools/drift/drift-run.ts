import { isFailing } from "../../harness/drift/change-tracker.ts";
import type { JudgedTarget } from "../../harness/drift/judge-target.ts";
import { summaryOf } from "../../harness/drift/run-outcome.ts";
import type { RunIdentity } from "../../harness/drift/stored-run.ts";
import { createValueDigest } from "../../harness/drift/value-digest.ts";
import { pastOf } from "../../harness/history/past-of.ts";
import type { RunEnd, RunRepository } from "../../harness/history/run-repository.ts";
import type { Drift, DriftGroup, DriftReport, DriftResult } from "../../harness/model/drift.ts";
import type { Exchange } from "../../harness/model/exchange.ts";
import type { Report } from "../../harness/model/report.ts";
import { inOrder, type SeenResult } from "../../harness/problems/problems-of.ts";
import type { Mask } from "../../harness/privacy/mask.ts";
import { exitCodeOf, exitCodes } from "../../harness/runner/exit-code.ts";
import { nonceOf } from "../../harness/model/surroundings.ts";
import { shownCurl } from "./shown-curl.ts";
import {
  type InterfaceReading,
  passedIn,
  type ReadingOptions,
  readTarget,
  type TargetReading,
} from "./read-target.ts";

export interface DriftRunOptions extends Omit<ReadingOptions, "past" | "digest"> {
  readonly runs: RunRepository;
  /** Shown in the report: where the store is. */
  readonly storePath: string;
  readonly organization: string;
  /** Writes into the same store what follows from the run, in the transaction that ends it. */
  readonly keepWith?: (report: DriftReport) => Promise<void>;
}

/** The report of a drift run, and that of the checks where the run completed. */
export interface DriftRunResult {
  readonly report: DriftReport;
  readonly suiteReport: Report | undefined;
}

/** A request whose answer shows a group, by the change that leads it where one does. */
const exampleOf = (
  { changes }: DriftGroup,
  drift: readonly Drift[],
  { examples }: InterfaceReading,
): Exchange | undefined =>
  changes
    .flatMap((fingerprint) => drift.filter((one) => one.fingerprint === fingerprint && one.state !== "gone"))
    .flatMap((change) => examples.of(change) ?? [])
    .at(0);

const withExamples = (
  { drift, groups }: Pick<DriftResult, "drift" | "groups">,
  reading: InterfaceReading,
  mask: Mask | undefined,
): readonly DriftGroup[] =>
  groups.map((group) => {
    const example = group.state === "gone" ? undefined : exampleOf(group, drift, reading);
    const asksForNothing = group.kind === "status-changed" && group.before === "404";
    const curl = example === undefined ? undefined : shownCurl(example, asksForNothing);
    return curl === undefined ? group : { ...group, curl: mask?.mask(curl) ?? curl };
  });

const resultOf = (
  { target, run, outcome, verdict }: JudgedTarget,
  { interfaces }: TargetReading,
  mask: Mask | undefined,
): DriftResult => {
  const reading = interfaces.find((one) => one.interface === target.interface);
  const { drift, groups } = verdict ?? { drift: [], groups: [] };
  return {
    target,
    night: summaryOf(run, outcome),
    drift,
    groups: reading === undefined ? groups : withExamples({ drift, groups }, reading, mask),
    notSampled: verdict?.notSampled ?? [],
  };
};

/**
 * The exit code of a run: interrupted or stopped by a safety rule, then an interface that failed, whatever was found on
 * the others, then drift or findings. A budget that is spent is reported as such only where the target was there: of one
 * of which no interface could be sampled, nothing could be judged.
 */
const exitCodeFor = ({ footer, interfaces }: TargetReading, results: readonly DriftResult[]): number => {
  if (footer === undefined) return exitCodes.notJudged;
  const base = exitCodeOf(footer);
  const reason = footer.stopped?.reason;
  if (reason === "interrupted" || reason === "safety") return base;
  const isDown = interfaces.every(({ shapes }) => shapes === undefined) && footer.report.summary.requests > 0;
  if (reason === "budget" && !isDown) return base;
  if (results.some(hasFailed)) return exitCodes.notJudged;
  return results.some(({ drift }) => drift.some(isFailing)) ? exitCodes.findings : base;
};

export const hasFailed = ({ night }: DriftResult): boolean => night.status === "failed";

const seenOf = (result: DriftResult): SeenResult =>
  hasFailed(result) ? { ...result, failure: result.night.reason ?? "nothing was sampled" } : result;

/** What kept a run from being whole: its own end, or interfaces that failed. */
const stoppedBy = ({ footer, interfaces }: TargetReading): string | undefined => {
  if (footer?.stopped !== undefined) return footer.stopped.message;
  const failed = interfaces.filter(({ shapes }) => shapes === undefined);
  if (failed.length === 0) return undefined;
  return failed.map(({ interface: name, reason = "failed" }) => `${name}: ${reason}`).join("; ");
};

const endOf = (reading: TargetReading, { startedAt }: RunIdentity, requests: number): RunEnd => {
  const { footer } = reading;
  const stopped = stoppedBy(reading);
  return {
    endedAt: startedAt,
    requests,
    ...(stopped === undefined ? {} : { failure: { cause: "target", reason: stopped } }),
    complete: footer?.complete === true,
    findings: footer?.report.findings ?? [],
    passed: passedIn(footer),
  };
};

const reportOf = (
  { target, seed, version, storePath }: DriftRunOptions,
  { run, startedAt }: RunIdentity,
  reading: TargetReading,
  { results, problems }: Pick<DriftReport, "results" | "problems">,
): DriftReport => {
  const { footer } = reading;
  const stopped = stoppedBy(reading);
  return {
    tool: { name: "tripact", version },
    run: {
      id: footer?.report.run.id ?? run,
      seed,
      startedAt,
      complete: footer !== undefined && stopped === undefined,
      ...(footer?.report.run.sampled === true ? { sampled: true } : {}),
      ...(stopped === undefined ? {} : { stopped }),
      requests: target.requests(),
    },
    store: storePath,
    results,
    findings: footer?.report.findings ?? [],
    problems: inOrder(problems),
    exitCode: exitCodeFor(reading, results),
  };
};

/**
 * Reads the target within its budget, judges its answers by the OpenAPI documents and by earlier runs, and stores the
 * shapes. Every interface has a history of its own; one without a successful answer has failed.
 */
export const runDrift = async (options: DriftRunOptions): Promise<DriftRunResult> => {
  const { target, runs, seed, version, organization, keepWith } = options;
  const startedAt = new Date(options.clock.now()).toISOString();
  const targets = target.interfaces.map((name) => ({
    interface: name,
    address: target.baseUrls[name] ?? "",
    organization,
  }));
  const run = await runs.start({ run: nonceOf(options)(), startedAt, seed, version, organization }, targets);
  const past = await pastOf(run, targets, runs);
  const reading = await readTarget({ ...options, past, digest: createValueDigest(run.digestKey) });
  const ended = targets.flatMap((one) =>
    reading.interfaces.filter((of) => of.interface === one.interface).map((of) => ({ ...of, target: one })),
  );
  let results: readonly DriftResult[] = [];
  let report: DriftReport | undefined;
  await runs.end(run, endOf(reading, run, target.requests()), ended, {
    see(judged) {
      results = judged.map((one) => resultOf(one, reading, options.mask));
      return results.map(seenOf);
    },
    async also({ problems }) {
      report = reportOf(options, run, reading, { results, problems });
      await keepWith?.(report);
    },
  });
  if (report === undefined) throw new Error("a run has ended without a report");
  return { suiteReport: reading.footer?.report, report };
};
