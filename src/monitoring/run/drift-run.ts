import { nonceOf } from "../../inputs/app-options.ts";
import { isFailingDrift } from "../drift/change-tracker.ts";
import type { JudgedTarget } from "../drift/judge-target.ts";
import type { Past } from "../drift/outlook.ts";
import { summaryOf } from "../drift/run-outcome.ts";
import { createValueDigest } from "../../core/shapes/value-digest.ts";
import type { RunRepository } from "../history/create-repository.ts";
import type { OpenRun, RunEnd, RunFailure, TargetResult } from "../history/run-repository.ts";
import type { Drift, DriftGroup, DriftReport, DriftResult, DriftTarget } from "../../core/model/drift.ts";
import type { Exchange } from "../../core/model/exchange.ts";
import type { Finding } from "../../core/model/finding.ts";
import type { InterfaceName } from "../../core/model/interface-name.ts";
import type { Report } from "../../core/model/report.ts";
import { inOrder } from "../../core/problems/problems-of.ts";
import type { Mask } from "../../core/privacy/mask.ts";
import { createTriedLog } from "../../core/run/draw-moves.ts";
import { exitCodeOf, exitCodes } from "../../core/run/exit-code.ts";
import { shownCurl } from "./shown-curl.ts";
import {
  type InterfaceReading,
  passedIn,
  type ReadingOptions,
  readTarget,
  type TargetReading,
} from "./read-target.ts";

/** The parts of the history that a run reads while it asks. */
export type Earlier = Pick<RunRepository, "tried" | "outlooks" | "preview">;

/** The history of each target of a run, by interface. */
const pastOf = async (
  run: OpenRun,
  targets: readonly DriftTarget[],
  { outlooks, preview }: Earlier,
): Promise<(name: InterfaceName) => Past | undefined> => {
  const known = await outlooks(run, targets);
  return (name) => {
    const at = targets.findIndex((one) => one.interface === name);
    const [target, outlook] = [targets[at], known[at]];
    if (target === undefined || outlook === undefined) return undefined;
    return {
      outlook,
      freshIn: async (shapes) =>
        (await preview(run, target, JSON.stringify(shapes))).filter(
          ({ firstSeen }) => firstSeen === run.startedAt,
        ),
    };
  };
};

/** Why a run failed: unreadable interfaces, or what ended it; undefined if it judged everything it should. */
const failureOf = ({ footer, interfaces }: TargetReading, mask: Mask | undefined): RunFailure | undefined => {
  const failed = interfaces.filter(({ shapes }) => shapes === undefined);
  const { stopped } = footer ?? {};
  const reasons = failed.map(({ interface: name, reason = "failed" }) =>
    (reason.startsWith(`${name}.`) ? reason : `${name}: ${reason}`).replace(/\.$/, ""),
  );
  const reason = failed.length === 0 ? stopped?.message : reasons.join("; ");
  if (reason === undefined) return undefined;
  const causes = new Set(failed.map(({ cause }) => cause));
  if (failed.length === 0 && stopped?.reason === "budget") causes.add("budget");
  const cause = (["credential", "target", "budget"] as const).find((one) => causes.has(one)) ?? "target";
  return { cause, reason: mask?.mask(reason) ?? reason };
};

/** What a run reads, and for which organization. */
export interface OrganizationRunOptions extends Omit<
  ReadingOptions,
  "past" | "digest" | "tried" | "seed" | "version"
> {
  /** Name under which the log counts what runs have tried. */
  readonly triedBy: string;
}

/** A run that has read its targets and is not yet stored. */
export interface ReadRun {
  readonly end: RunEnd;
  readonly results: readonly TargetResult[];
  readonly reading: TargetReading;
}

/** The targets of an organization: one per interface. */
const organizationTargets = (
  { interfaces, shownUrls }: Pick<ReadingOptions["target"], "interfaces" | "shownUrls">,
  organization: string,
): readonly DriftTarget[] =>
  interfaces.map((name) => ({ interface: name, address: shownUrls[name] ?? "", organization }));

/**
 * Executes a run that was opened: asks the target for what the checks want and what earlier runs left open, within the
 * budget. Runs of one organization and of a fleet both use it.
 */
export const readRun = async (
  run: OpenRun,
  options: OrganizationRunOptions,
  earlier: Earlier,
): Promise<ReadRun> => {
  const { target, clock, mask, triedBy } = options;
  const targets = organizationTargets(target, run.organization);
  const past = await pastOf(run, targets, earlier);
  const own = createTriedLog();
  const tried = createTriedLog(await earlier.tried(triedBy), ({ check, before, step, times }) =>
    own.of(check).note(before, step, times),
  );
  const { seed, version, digestKey } = run;
  const reading = await readTarget({
    ...options,
    seed,
    version,
    past,
    tried,
    digest: createValueDigest(digestKey),
  });
  const { footer } = reading;
  const failure = failureOf(reading, mask);
  return {
    reading,
    results: targets.flatMap((one) =>
      reading.interfaces
        .filter((of) => of.interface === one.interface)
        .map(({ shapes, reason, requests, findings }) => ({
          target: one,
          shapes: shapes && JSON.stringify(shapes),
          ...(reason === undefined ? {} : { reason: mask?.mask(reason) ?? reason }),
          requests,
          findings,
        })),
    ),
    end: {
      endedAt: new Date(clock.now()).toISOString(),
      requests: target.requests(),
      ...(failure === undefined ? {} : { failure }),
      complete: footer?.complete === true,
      findings: footer?.report.findings ?? [],
      passed: passedIn(footer),
      tried: { by: triedBy, steps: own.all() },
    },
  };
};

const withFindings = (
  { footer, ...reading }: TargetReading,
  findings: readonly Finding[],
): TargetReading => ({
  ...reading,
  footer: footer && { ...footer, report: { ...footer.report, findings } },
});

export interface DriftRunOptions extends OrganizationRunOptions {
  readonly runs: RunRepository;
  readonly seed: number;
  readonly version: string;
  /** Location of the store, shown in the report. */
  readonly storePath: string;
  readonly organization: string;
  /** Writes follow-ups of the run into the same store, in the transaction that ends the run. */
  readonly keepWith?: (report: DriftReport) => Promise<void>;
}

/** The report of a drift run, and the report of the checks if the run completed. */
export interface DriftRunResult {
  readonly report: DriftReport;
  readonly suiteReport: Report | undefined;
}

/** A request whose answer shows a group, preferably one that shows its leading change. */
const exampleOf = (
  { changes }: DriftGroup,
  drift: readonly Drift[],
  { examples }: InterfaceReading,
): Exchange | undefined =>
  changes
    .flatMap((fingerprint) => drift.filter((one) => one.fingerprint === fingerprint && one.state !== "gone"))
    .flatMap((change) => examples.of(change) ?? [])
    .at(0);

/** A target's changes, with the requests that show them. */
const withExamples = (
  judged: JudgedTarget,
  { interfaces }: TargetReading,
  { parts, mask }: Pick<OrganizationRunOptions, "parts" | "mask">,
): JudgedTarget => {
  const { target, verdict } = judged;
  const reading = interfaces.find((one) => one.interface === target.interface);
  if (reading === undefined || verdict === undefined) return judged;
  const groups = verdict.groups.map((group) => {
    const example = group.state === "gone" ? undefined : exampleOf(group, verdict.drift, reading);
    const asksForNothing = group.kind === "status-changed" && group.before === "404";
    const curl =
      example === undefined ? undefined : shownCurl(example, parts, target.address, asksForNothing);
    return curl === undefined ? group : { ...group, curl: mask?.mask(curl) ?? curl };
  });
  return { ...judged, verdict: { ...verdict, groups } };
};

const resultOf = ({ target, run, outcome, verdict }: JudgedTarget): DriftResult => ({
  target,
  night: summaryOf(run, outcome),
  drift: verdict?.drift ?? [],
  groups: verdict?.groups ?? [],
  notSampled: verdict?.notSampled ?? [],
});

/**
 * The exit code of a run: interrupted or stopped by a safety rule; else an interface failed, whatever the others
 * showed; else drift or findings. A spent budget counts unless every interface that was asked failed: then nothing
 * could be judged.
 */
const exitCodeFor = ({ footer, interfaces }: TargetReading, results: readonly DriftResult[]): number => {
  if (footer === undefined) return exitCodes.notJudged;
  const base = exitCodeOf(footer);
  const reason = footer.stopped?.reason;
  if (reason === "interrupted" || reason === "safety") return base;
  const asked = interfaces.filter(({ cause }) => cause !== "budget");
  const isDown = asked.length > 0 && asked.every(({ shapes }) => shapes === undefined);
  if (reason === "budget" && !isDown) return base;
  if (results.some(hasFailed)) return exitCodes.notJudged;
  return results.some(({ drift }) => drift.some(isFailingDrift)) ? exitCodes.findings : base;
};

export const hasFailed = ({ night }: DriftResult): boolean => night.status === "failed";

const reportOf = (
  { seed, version, storePath }: DriftRunOptions,
  { run, startedAt }: OpenRun,
  { reading, end: { failure, requests } }: ReadRun,
  { results, problems }: Pick<DriftReport, "results" | "problems">,
): DriftReport => {
  const { footer } = reading;
  const stopped = footer?.stopped?.message ?? failure?.reason;
  return {
    tool: { name: "tripact", version },
    run: {
      id: footer?.report.run.id ?? run,
      seed,
      startedAt,
      complete: footer !== undefined && stopped === undefined,
      ...(footer?.report.run.sampled === true ? { sampled: true } : {}),
      ...(stopped === undefined ? {} : { stopped }),
      requests,
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
 * shapes. Every interface has its own history; one without a successful answer has failed.
 */
export const runDrift = async (options: DriftRunOptions): Promise<DriftRunResult> => {
  const { target, runs, seed, version, organization, keepWith } = options;
  const startedAt = new Date(options.clock.now()).toISOString();
  const order = { run: nonceOf(options)(), startedAt, seed, version, organization };
  const run = await runs.start(order, organizationTargets(target, organization));
  const read = await readRun(run, options, runs);
  let report: DriftReport | undefined;
  let judged = read.reading;
  await runs.end(run, read.end, read.results, {
    see: (judged) => withExamples(judged, read.reading, options),
    async also({ targets, findings, problems }) {
      judged = withFindings(read.reading, findings);
      report = reportOf(
        options,
        run,
        { ...read, reading: judged },
        { results: targets.map(resultOf), problems },
      );
      await keepWith?.(report);
    },
  });
  if (report === undefined) throw new Error("a run has ended without a report");
  return { suiteReport: judged.footer?.report, report };
};
