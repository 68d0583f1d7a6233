import { environmentOf, nonceOf } from "../inputs/app-options.ts";
import { driftOptions, type DriftOptions } from "./options.ts";
import { contract as builtin } from "../inputs/contract.ts";
import { resolve } from "node:path";
import type { Contract } from "../core/model/contract.ts";
import { catalogueOf } from "../inputs/catalogue.ts";
import { meaningOf } from "../inputs/meaning.ts";
import { typesPackage } from "../builtin/interfaces.ts";
import type { Baseline } from "../core/config/baseline.ts";
import type { ValidConfig as LoadedConfig } from "../core/config/config.ts";
import { openHistory } from "../monitoring/history/sqlite.ts";
import { ownHistories, type RunRepository } from "../monitoring/history/create-repository.ts";
import type { ReportHistory } from "../core/model/report-input.ts";
import { type IssueSync, syncIssues } from "../monitoring/drift/issues.ts";
import { openSettingStore } from "../monitoring/drift/setting-store.ts";
import type { DriftReport, DriftTarget } from "../core/model/drift.ts";
import { withSettings } from "../core/model/settings.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { assertCanAlert } from "../monitoring/notify/means.ts";
import { createMask } from "../core/privacy/mask.ts";
import { createExchangeRecorder, shownEvents } from "../report/exchange-log.ts";
import { issueText, type ProblemContext } from "../report/problem-markdown.ts";
import type { Store } from "../core/store/store.ts";
import { settingsOfDialect } from "../sandbox/likeness/dialect-settings.ts";
import { announcedTarget, type TargetEvent, unrestoredIn } from "../core/run/asking.ts";
import { type Consumers, judgeDriftByUse, readConsumers, usedFacts } from "../consumers/usage/consumers.ts";
import { forecastOnce } from "../onboarding/doctor/forecast-run.ts";
import { documentsOf } from "../inputs/interface-documents.ts";
import { loadJudgingParts } from "../inputs/judging-parts.ts";
import { openNamedStore } from "../core/store/kept-store.ts";
import { baselineOf, type OpenedConfig } from "../inputs/open-config.ts";
import { openForReading } from "../inputs/open-reading.ts";
import { openTarget } from "../inputs/open-target.ts";
import type { Reportable } from "./report.ts";
import type { Emit, RunWork } from "../core/run/create-run.ts";
import type { Environment } from "../core/model/environment.ts";
import { triedBy } from "../core/store/tried-steps.ts";
import { type Verdict, verdictOfCode } from "../core/run/exit-code.ts";
import { version } from "../core/model/version.ts";
import { dialectOf } from "../inputs/with-dialect.ts";
import { writeFileWhole } from "../core/output/write-file.ts";
import { type DriftRunResult, hasFailed, runDrift } from "../monitoring/run/drift-run.ts";
import { withDriftedFields } from "./histories.ts";
import { readingChecks } from "../monitoring/run/read-target.ts";
import { maxDeliveryMs } from "../monitoring/notify/deliver.ts";
import { type RunAlerts, withAlerts } from "../monitoring/notify/run-alerts.ts";
import { type Collector, collectorOf, sendMetrics } from "../monitoring/notify/send-metrics.ts";
import { type TrackedIssues, trackersOf } from "../monitoring/drift/trackers.ts";

/** The results of a run, before any notification. */
export interface JudgedDrift {
  readonly report: DriftReport;
  /** The report of the checks, for `report`; absent if the run ended without one. */
  readonly checks?: Reportable;
  /** Address of the report, from `reportUrl` or the CI run. */
  readonly reportUrl?: string;
}

/** Events of a drift run. */
export type DriftEvent =
  | TargetEvent
  /** The run is judged and stored; issues, metrics and alerts follow. */
  | ({ readonly type: "drift-judged" } & JudgedDrift)
  | ({ readonly type: "issues-updated"; readonly name: string } & Omit<IssueSync, "failure">)
  /** Issues, metrics or an alert could not be delivered. */
  | { readonly type: "problem"; readonly message: string };

/** The result of a drift run. */
export interface DriftOutcome extends Partial<JudgedDrift> {
  /** Also `inconclusive` if a notification failed. */
  readonly verdict: Verdict;
  /** Names of records that an earlier run left changed. Nothing was sent; `restore` puts them back. */
  readonly unrestored?: readonly string[];
}

/** Everything that is known before the first request. */
interface Order extends Environment {
  readonly options: DriftOptions;
  readonly config: LoadedConfig;
  readonly contract: Contract;
  readonly places: OpenedConfig["places"];
  readonly baseline: Baseline;
  readonly seed: number;
  readonly organization: string;
  readonly reportUrl: string | undefined;
  /** Runs before this moment (ISO 8601) are removed. */
  readonly keptSince: string | undefined;
  readonly consumers: Consumers | undefined;
  readonly collector: Collector | undefined;
  readonly trackers: readonly TrackedIssues[];
}

const dayMs = 86_400_000;

const organizationOf = ({ organization = "default" }: DriftOptions): string => {
  if (/^[\w.@ -]{1,80}$/.test(organization)) return organization;
  throw new UsageError("must be a name of letters, digits, spaces and . _ - @", { option: "organization" });
};

const longestUrl = 500;

/** @throws UsageError for anything but an http or https URL without credentials */
const readUrl = (text: string): string => {
  const url = text.length <= longestUrl && /^https?:\/\/[!-~]+$/i.test(text) ? URL.parse(text) : null;
  if (url !== null && url.username === "" && url.password === "") return url.href;
  throw new UsageError("is not an address of a report", {
    option: "reportUrl",
    hint: "for example `reportUrl` https://reports.example.org/drift.html",
  });
};

/** The page of a GitHub Actions run or a GitLab job. */
const pageOfRun = (env: Environment["env"]): string | undefined => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  if (server !== undefined && repository !== undefined && run !== undefined)
    return `${server}/${repository}/actions/runs/${run}`;
  return env["CI_JOB_URL"];
};

/** Address of this run's report; undefined if neither option nor environment names one. */
const reportUrlOf = (option: string | undefined, env: Environment["env"]): string | undefined => {
  if (option !== undefined) return readUrl(option);
  const page = pageOfRun(env);
  return page !== undefined && URL.canParse(page) && page.length <= longestUrl ? page : undefined;
};

const takeOrder = async (options: DriftOptions, around: Environment): Promise<Order> => {
  const { keep } = options;
  const now = around.clock.now();
  const { config, contract, places } = await openForReading(options, around, {
    message: "drift needs a live target, and no configuration names one",
    hint: "name one in tripact.config.yaml, or use the configuration that tripact sandbox --json prints",
  });
  const order = {
    ...around,
    options,
    config,
    contract,
    places,
    organization: organizationOf(options),
    reportUrl: reportUrlOf(options.reportUrl, around.env),
    seed: options.seed ?? Math.floor(now / dayMs),
    keptSince: keep === undefined ? undefined : new Date(now - keep * dayMs).toISOString(),
    consumers: await readConsumers(options, around, () => documentsOf(contract)),
    collector: collectorOf(around.env),
    trackers: trackersOf(options, config.notify(), around),
    baseline: await baselineOf(config, around),
  };
  await assertCanAlert(config.notify(), around);
  return order;
};

const targetsOf = ({ results }: DriftReport): readonly DriftTarget[] => results.map(({ target }) => target);

/** Stores what a run observed of the open questions, and what the configuration's dialect says about queries. */
const saveSettings = async (
  { report, suiteReport }: DriftRunResult,
  store: Store,
  { config, ...around }: Order,
): Promise<void> => {
  const dialect = await dialectOf(config, around);
  const { settings } = withSettings(
    ...(suiteReport?.unknowns.map((one) => one.settings) ?? []),
    dialect === undefined ? undefined : settingsOfDialect(dialect),
  );
  if (settings === undefined) return;
  const kept = openSettingStore(store);
  for (const result of report.results) if (!hasFailed(result)) kept.save(result.target, settings);
};

interface Opened {
  readonly store: Store;
  readonly runs: RunRepository;
  readonly alerts: RunAlerts;
}

/**
 * Reads the target and stores its answers. Returns the names of the records that an earlier run left changed, if any.
 */
const readAndKeep = async (
  order: Order,
  { store, runs, alerts }: Opened,
  emit: Emit<DriftEvent>,
): Promise<(DriftRunResult & Pick<Reportable, "exchanges">) | readonly string[]> => {
  const { config, contract, options, seed, consumers, signal } = order;
  const { fieldNames } = contract;
  const parts = await loadJudgingParts(contract);
  const { target, live, clock } = await openTarget({ ...order, shared: options.stateFolder });
  const recorder = options.exchanges === true ? createExchangeRecorder(fieldNames) : undefined;
  const mask = createMask();
  const shown = shownEvents(fieldNames, (text) => mask.mask(text), target.kind === "embedded");
  try {
    const unrestored = unrestoredIn(live);
    if (unrestored.length > 0) return unrestored;
    const result = await runDrift({
      target: await announcedTarget(target, readingChecks(contract), emit, contract !== builtin),
      clock,
      runs,
      storePath: store.path,
      organization: order.organization,
      seed,
      version: version(),
      nonce: nonceOf(options),
      baseline: order.baseline,
      ...(consumers === undefined ? {} : { firstFacts: usedFacts(consumers, contract.facts) }),
      parts,
      triedBy: triedBy(config.shownUrls, options.organization),
      ...(contract === builtin
        ? { forecast: (run) => forecastOnce({ config, run, interfaces: config.interfaces }) }
        : {}),
      mask,
      keepWith: alerts.keep,
      signal,
      follow: async (event) => {
        recorder?.see(event);
        await emit(shown(event));
      },
    });
    await saveSettings(result, store, order);
    return recorder === undefined
      ? result
      : { ...result, exchanges: recorder.log((text) => mask.mask(text)) };
  } finally {
    await target.close();
  }
};

const judge = async (
  { report: read, suiteReport, exchanges }: DriftRunResult & Pick<Reportable, "exchanges">,
  { options, contract, places, consumers, keptSince, reportUrl }: Order,
  { store, runs }: Opened,
): Promise<JudgedDrift> => {
  const report = judgeDriftByUse(read, consumers);
  const history: ReportHistory[] = [];
  if (options.withHistory === true && suiteReport !== undefined)
    for await (const one of ownHistories(runs, targetsOf(report)))
      history.push(await withDriftedFields(one, runs));
  if (keptSince !== undefined && (await runs.forget(targetsOf(report), keptSince)) > 0) store.compact();
  return {
    report,
    ...(reportUrl === undefined ? {} : { reportUrl }),
    ...(suiteReport === undefined
      ? {}
      : {
          checks: {
            report: { ...suiteReport, problems: report.problems },
            history,
            ...(places === undefined ? {} : { configured: places }),
            ...(contract === builtin ? {} : { catalogue: catalogueOf(contract) }),
            ...(exchanges === undefined ? {} : { exchanges }),
          },
        }),
  };
};

const problem = (message: string): DriftEvent => ({ type: "problem", message });

const deliverMetrics = async (
  { report, suiteReport }: DriftRunResult,
  { options, collector, ...around }: Order,
  runs: RunRepository,
  emit: Emit<DriftEvent>,
): Promise<void> => {
  if (options.metrics === undefined && collector === undefined) return;
  const { driftMetrics } = await import("../monitoring/report/drift-metrics.ts");
  const { prometheusText } = await import("../report/metrics/prometheus.ts");
  const metrics = driftMetrics(
    report,
    await Array.fromAsync(ownHistories(runs, targetsOf(report))),
    suiteReport,
  );
  if (options.metrics !== undefined)
    await writeFileWhole(resolve(around.cwd, options.metrics), prometheusText(metrics));
  const reason = collector === undefined ? undefined : await sendMetrics(metrics, collector, around);
  if (reason !== undefined) await emit(problem(`the metrics could not be sent: ${reason}`));
};

/** Updates the issues of every tracker from a run, until a deadline. */
const updateIssues = async (
  report: DriftReport,
  { trackers, reportUrl, contract }: Order,
  left: Awaited<ReturnType<RunRepository["problems"]>>,
  until: number,
): Promise<readonly (IssueSync & { readonly name: string })[]> => {
  const context: ProblemContext = { ...(contract === builtin ? { typesPackage } : {}), reportUrl };
  return Promise.all(
    trackers.map(async ({ name, open }) => ({
      name,
      ...(await syncIssues(
        report,
        open(until),
        (one, targets, elsewhere) => issueText(one, targets, elsewhere, context),
        left.map(({ problem: one }) => one),
      )),
    })),
  );
};

/** Updates issues and sends alerts in parallel, with a shared deadline. Returns whether all were delivered. */
const notifyAll = async (
  report: DriftReport,
  order: Order,
  { runs, alerts }: Opened,
  emit: Emit<DriftEvent>,
) => {
  const { trackers, organization } = order;
  // Before the alerts, whose transactions use the same connection.
  const left = trackers.length === 0 ? [] : await runs.problems({ organization });
  const until = order.clock.now() + maxDeliveryMs;
  const [issues, unsent] = await Promise.all([updateIssues(report, order, left, until), alerts.send(until)]);
  for (const { failure, ...updated } of issues) {
    await emit({ type: "issues-updated", ...updated });
    if (failure !== undefined) await emit(problem(`the ${updated.name} could not be updated: ${failure}`));
  }
  for (const message of unsent) await emit(problem(message));
  return unsent.length === 0 && issues.every(({ failure }) => failure === undefined);
};

const runIn = async (order: Order, opened: Opened, emit: Emit<DriftEvent>): Promise<DriftOutcome> => {
  const result = await readAndKeep(order, opened, emit);
  if (!("report" in result)) return { verdict: "stopped", unrestored: result };
  const judged = await judge(result, order, opened);
  await emit({ type: "drift-judged", ...judged });
  await deliverMetrics(result, order, opened.runs, emit);
  const isDelivered = await notifyAll(judged.report, order, opened, emit);
  const verdict = verdictOfCode(judged.report.exitCode);
  return { ...judged, verdict: verdict === "conformant" && !isDelivered ? "inconclusive" : verdict };
};

/** Implements `drift`. @throws UsageError */
export const driftTarget = async (
  options: DriftOptions,
  ...[emit, signal]: Parameters<RunWork<DriftEvent, DriftOutcome>>
): Promise<DriftOutcome> => {
  const order = await takeOrder(options, environmentOf(options, driftOptions, signal));
  const store = openNamedStore(options.store, order);
  try {
    const runs = await openHistory(store, meaningOf(order.contract).documentation);
    return await withAlerts(order.config.notify(), store, order, (alerts) =>
      runIn(order, { store, runs, alerts }, emit),
    );
  } finally {
    store.close();
  }
};
