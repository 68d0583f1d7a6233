import { resolve } from "node:path";
import { typesPackage } from "../../../contract/interfaces.ts";
import { fieldNames } from "../../../contract/documents.ts";
import { createExchangeRecorder } from "../../../harness/reporters/exchange-log.ts";
import type { Config } from "../../../harness/config/config.ts";
import type { DriftStore } from "../../../harness/drift/drift-store.ts";
import type { Clock } from "../../../harness/model/clock.ts";
import type { DriftReport, DriftTarget } from "../../../harness/model/drift.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { printable } from "../../../harness/output/escape.ts";
import { safeJson, safeReport } from "../../../harness/output/safe-text.ts";
import { driftText } from "../../../harness/reporters/drift-console.ts";
import { driftSummary, problemAnnotations } from "../../../harness/reporters/github.ts";
import { exitCodes } from "../../../harness/runner/exit-code.ts";
import { createMask } from "../../../harness/privacy/mask.ts";
import type { Store } from "../../../harness/store/store.ts";
import { isInteractive, usesColor } from "../color.ts";
import type { DriftOptions as Options } from "../definitions/drift.ts";
import { type DriftRunResult, runDrift } from "../../../app/drift/drift-run.ts";
import { readingChecks } from "../../../app/drift/read-target.ts";
import { watchProgress } from "../watch-progress.ts";
import { type Consumers, judgeDriftByUse, readConsumers, usedFacts } from "../../../app/consumers.ts";
import { suite } from "../../../app/suite.ts";
import { usesOfUsageFiles } from "../usage-files.ts";
import { driftConcerns, printConcerns } from "../concerns.ts";
import { assertApart, type FileUse } from "../file-uses.ts";
import { namesNoSandbox } from "../../../app/open-config.ts";
import { assertNamesTarget, findBaseline, findConfig, usesOfConfig } from "../find-config.ts";
import { type CliIo, lineWidth, type Output } from "../io.ts";
import { loadJudgingParts } from "../../../app/judging-parts.ts";
import { forecastRun } from "../../../app/forecast-run.ts";
import { isLive, openTarget } from "../../../app/open-target.ts";
import { daysOf, integerOf, listOf } from "../option-values.ts";
import {
  appendSummary,
  assertReportsWritable,
  deliverReports,
  showsExchanges,
  type ReportFile,
  reportFilesOf,
  usesOfReports,
} from "../report-files.ts";
import { useOfStore } from "../run-store.ts";
import { exportShape, saveSettings } from "../export-shape.ts";
import { liveFolder } from "../../../app/state-folder.ts";
import { reportOpenWrites } from "../report-writes.ts";
import { type Collector, collectorOf, sendMetrics } from "../send-metrics.ts";
import { reportUrlOf } from "../report-url.ts";
import { assertCanAlert } from "../../../harness/notify/means.ts";
import { type RunAlerts, withAlerts } from "../send-alerts.ts";
import { triedSteps } from "../../../app/tried-steps.ts";
import { trackersOf, updateIssues } from "../update-issues.ts";
import { version } from "../../../app/version.ts";
import { assertWritable, writeFileWhole } from "../../../app/write-file.ts";
import { printHistory, withDriftedFields } from "../drift-history.ts";
import { withDriftStore, withKeptStore } from "../with-drift-store.ts";

const dayMs = 86_400_000;

/** Without --seed every day has its own, so that the runs together see more records than any of them. */
const seedOf = ({ seed }: Options, clock: Clock): number =>
  seed === undefined ? Math.floor(clock.now() / dayMs) : integerOf("--seed", seed, 0, 0xffff_ffff);

const organizationOf = ({ organization = "default" }: Options): string => {
  if (/^[\w.@ -]{1,80}$/.test(organization)) return organization;
  throw new UsageError("must be a name of letters, digits, spaces and . _ - @", {
    location: "--organization",
  });
};

/** The configuration with writes off, whatever it says. */
const liveConfig = async (options: Options, io: CliIo): Promise<Config> => {
  const config = await findConfig(options.config, io);
  assertNamesTarget(options.config, config, namesNoSandbox);
  if (!isLive(config))
    throw new UsageError("drift needs a live target, and no configuration names one", {
      hint: "name one in tripact.config.yaml, or use the configuration that tripact sandbox --json prints",
    });
  return { ...config, safety: { ...config.safety, writes: false } };
};

const textOptions = (options: Options, io: CliIo, stream: Output) => ({
  color: usesColor(options.color, io.env, stream) && isInteractive(io.env, stream),
  quiet: options.quiet === true,
  lineWidth: lineWidth(stream),
});

/** The moment before which runs are removed (ISO 8601), if any are. */
const keptSince = ({ keep }: Options, clock: Clock): string | undefined =>
  keep === undefined ? undefined : new Date(clock.now() - daysOf("--keep", keep)).toISOString();

const entryContext = (options: Options, io: CliIo) => ({
  typesPackage,
  reportUrl: reportUrlOf(options.reportUrl, io.env),
});

const writeGithub = async (report: DriftReport, options: Options, io: CliIo): Promise<void> => {
  (options.json === true ? io.stderr : io.stdout).write(safeReport(problemAnnotations(report.problems)));
  await appendSummary(driftSummary(report, entryContext(options, io)), io);
};

/** Runs drift and writes its reports; undefined if an earlier run has left records changed. */
const runAndDeliver = async (
  options: Options,
  io: CliIo,
  config: Config,
  reports: readonly ReportFile[],
  drift: DriftStore,
  store: Store,
  consumers: Consumers | undefined,
  alerts: RunAlerts,
): Promise<DriftRunResult | undefined> => {
  const baseline = await findBaseline(config, io);
  const parts = await loadJudgingParts();
  const seed = seedOf(options, io.clock);
  const { target, live, clock } = await openTarget(config, seed, io.clock, liveFolder(io.env));
  const recorder = showsExchanges(reports) ? createExchangeRecorder(fieldNames) : undefined;
  const mask = createMask();
  try {
    if (live !== undefined && reportOpenWrites(live, options, io)) return undefined;
    const watched = watchProgress(target, readingChecks(), options, io);
    const result = await runDrift({
      target: watched.target,
      clock,
      store: drift,
      storePath: store.path,
      organization: organizationOf(options),
      seed,
      version: version(),
      baseline,
      ...(consumers === undefined ? {} : { firstFacts: usedFacts(consumers, suite.facts) }),
      parts,
      tried: triedSteps(store, { baseUrls: config.baseUrls, organization: options.organization }),
      forecast: (run) => forecastRun({ config, run, interfaces: config.interfaces }),
      mask,
      keepWith: alerts.keep,
      signal: io.signal,
      follow: (event) => {
        recorder?.see(event);
        watched.see(event);
      },
    });
    await saveSettings(result, store, config, io);
    const log = recorder?.log((text) => mask.mask(text));
    if (result.suiteReport !== undefined)
      await deliverReports(
        reports,
        {
          report: { ...result.suiteReport, problems: result.report.problems },
          history: reports.some(({ name }) => name === "html")
            ? [...drift.histories(targetsOf(result.report))].map((one) => withDriftedFields(one, drift))
            : [],
          ...(log === undefined ? {} : { exchanges: log }),
        },
        io,
      );
    return result;
  } finally {
    await target.close();
  }
};

const usesOfMetrics = ({ metrics }: Options, io: CliIo): readonly FileUse[] =>
  metrics === undefined
    ? []
    : [
        {
          path: resolve(io.cwd, metrics),
          name: `the metrics ${printable(metrics)}`,
          location: `--metrics ${printable(metrics)}`,
        },
      ];

const writeMetrics = async (
  { report, suiteReport }: DriftRunResult,
  { metrics: file }: Options,
  collector: Collector | undefined,
  drift: DriftStore,
  io: CliIo,
): Promise<void> => {
  if (file === undefined && collector === undefined) return;
  const { driftMetrics } = await import("../../../harness/reporters/metrics/drift-metrics.ts");
  const { prometheusText } = await import("../../../harness/reporters/metrics/prometheus.ts");
  const metrics = driftMetrics(report, [...drift.histories(targetsOf(report))], suiteReport);
  if (file !== undefined) await writeFileWhole(resolve(io.cwd, file), prometheusText(metrics));
  if (collector !== undefined) await sendMetrics(metrics, collector, io);
};

const targetsOf = ({ results }: DriftReport): readonly DriftTarget[] => results.map(({ target }) => target);

const runOnce = async (options: Options, io: CliIo): Promise<number> => {
  const reports = reportFilesOf(options.report ?? [], io.cwd);
  if (options.json === true && reports.some(({ path }) => path === "-"))
    throw new UsageError("two reports go to standard output", {
      location: "--report",
      hint: "omit --json",
    });
  const config = await liveConfig(options, io);
  organizationOf(options);
  entryContext(options, io);
  seedOf(options, io.clock);
  const since = keptSince(options, io.clock);
  const outputs = [...usesOfReports(reports, io, options.github === true), ...usesOfMetrics(options, io)];
  const inputs = [...usesOfConfig(options.config, config, io), ...usesOfUsageFiles(options, io)];
  const consumers = await readConsumers(
    {
      usages: listOf(options.usage) ?? [],
      ...(options.onlyUsed === undefined ? {} : { onlyUsed: options.onlyUsed }),
    },
    io,
  );
  assertApart({ outputs, inputs, store: useOfStore(options.store, io) }, io);
  await assertReportsWritable(reports);
  if (options.metrics !== undefined) await assertWritable(resolve(io.cwd, options.metrics));
  const collector = collectorOf(io.env);
  const trackers = await trackersOf(options, config.notify(), io);
  await assertCanAlert(config.notify());
  const work = async (drift: DriftStore, store: Store, alerts: RunAlerts): Promise<number> => {
    const result = await runAndDeliver(options, io, config, reports, drift, store, consumers, alerts);
    if (result === undefined) return exitCodes.stopped;
    const report = judgeDriftByUse(
      result.report,
      consumers,
      options.onlyUsed === true ? { onlyUsed: true } : {},
    );
    if (since !== undefined) drift.removeRuns(targetsOf(report), since);
    const stream = reports.some(({ path }) => path === "-") ? io.stderr : io.stdout;
    if (options.json === true) io.stdout.write(safeJson(report, 2));
    else stream.write(driftText(report, textOptions(options, io, stream)));
    printConcerns(report.usage, driftConcerns(report), options, stream, io);
    if (options.github === true) await writeGithub(report, options, io);
    await writeMetrics(result, options, collector, drift, io);
    const codes = [
      report.exitCode,
      await updateIssues(report, trackers, entryContext(options, io), io),
      await alerts.send(),
    ];
    return codes.find((code) => code !== exitCodes.conformant) ?? exitCodes.conformant;
  };
  return withDriftStore(options, io, (drift, store) =>
    withAlerts(config.notify(), store, io, (alerts) => work(drift, store, alerts)),
  );
};

/** @throws UsageError for an option without the one that it belongs to */
const assertTogether = ({ history, operation, field, since }: Options): void => {
  const alone = Object.entries({ operation, field, since }).find(([, value]) => value !== undefined);
  if (history !== true && alone !== undefined)
    throw new UsageError("needs --history", { location: `--${alone[0]}` });
  if (field !== undefined && operation === undefined)
    throw new UsageError("needs --operation", {
      location: "--field",
      hint: "for example --operation getContact --field lastGiftDate",
    });
};

/**
 * `tripact drift`: a read-only run against live targets, compared with the OpenAPI documents and with earlier runs.
 * @throws UsageError before anything is sent when no target is configured or an option is invalid.
 */
export const drift = async (options: Options, io: CliIo): Promise<number> => {
  assertTogether(options);
  if (options.exportShape !== undefined)
    return withKeptStore(options, io, (drift, store) =>
      exportShape({ ...options, file: options.exportShape ?? "" }, drift, store, io),
    );
  if (options.history !== true) return runOnce(options, io);
  return withKeptStore(options, io, async (drift) => {
    await printHistory(options, textOptions(options, io, io.stdout), drift, io);
    return exitCodes.conformant;
  });
};
