/** The functions for programs. Each loads its implementation when called, so importing the package is cheap. */
import type { VerifyOptions } from "../consumers/pact/options.ts";
import type { ProxyOptions } from "../traffic/proxy/options.ts";
import type { InitOptions } from "../onboarding/init/options.ts";
import type {
  AcceptOptions,
  CheckOptions,
  DriftOptions,
  HistoryOptions,
  MergeOptions,
  ObserveOptions,
  OperationHistoryOptions,
  ReplayOptions,
  RestoreOptions,
  ShapeOptions,
} from "./options.ts";
import { signalOf } from "../inputs/app-options.ts";
import type { ShownEvent } from "../core/model/run-event.ts";
import type { Estimate } from "../core/run/dry-run.ts";
import type { AskedHistory } from "../core/model/drift.ts";
import type { ReportHistory } from "../core/model/report-input.ts";
import type { TargetEvent } from "../core/run/asking.ts";
import type { CheckResult } from "./check.ts";
import type { AcceptResult } from "./accept.ts";
import type { DriftEvent, DriftOutcome } from "./drift.ts";
import type { ShapeResult } from "./export-shape.ts";
import type { MergeResult } from "./merge-reports.ts";
import type { ObserveResult } from "./observe.ts";
import type { ReplayResult } from "./replay.ts";
import type { RestoreResult } from "./restore.ts";
import type { InitResult } from "../onboarding/init/write-config.ts";
import type { Proxy } from "../traffic/proxy/proxy.ts";
import type { PactResult } from "../consumers/pact/verify-pact.ts";
import type { VerifyResult } from "../consumers/pact/verify-pacts.ts";
import { createRun, createTargetRun, type Run, type TargetRun } from "../core/run/create-run.ts";

/**
 * Checks a target, or the embedded sandbox, against the facts. A broken target never throws.
 * @throws UsageError before any request if an option, the configuration or a file cannot be used
 * @example
 * ```ts
 * import { check } from "tripact";
 *
 * const run = check({ facts: ["DON-03"], faults: ["total-counts-the-page"] });
 * for await (const event of run) if (event.type === "target-opened") console.log(event.embedded); // true
 * const { report, verdict } = await run.result;
 * console.log(verdict, report.findings[0]?.fact); // findings DON-03
 * ```
 */
export const check = (options: CheckOptions = {}): TargetRun<TargetEvent, CheckResult> =>
  createTargetRun(
    async (...work) => (await import("./check.ts")).checkTarget(options, ...work),
    signalOf(options),
  );

/**
 * Predicts what a check would request and cost, by a run against the embedded sandbox. Sends nothing.
 * @throws UsageError as `check`
 * @example
 * ```ts
 * import { estimate } from "tripact";
 *
 * const { total, facts } = await estimate({ facts: ["DON-03"] });
 * console.log(total > 0, facts.reached.includes("DON-03")); // true true
 * ```
 */
export const estimate = async (options: CheckOptions = {}): Promise<Estimate> =>
  (await import("./check.ts")).estimateCheck(options);

/**
 * Judges recorded traffic by every fact that a single exchange can show.
 * @example
 * ```ts
 * import { writeFileSync } from "node:fs";
 * import { check, observe, report } from "tripact";
 *
 * const checked = await check({ facts: ["CRM-01"], exchanges: true }).result;
 * writeFileSync("traffic.har", await report(checked, "har"));
 * const observed = await observe({ recordings: ["traffic.har"] }).result;
 * console.log(observed.verdict, observed.report.recording?.judged !== 0); // … true
 * ```
 */
export const observe = (options: ObserveOptions): Run<ShownEvent, ObserveResult> =>
  createRun(
    async (...work) => (await import("./observe.ts")).observeRecorded(options, ...work),
    signalOf(options),
  );

/**
 * Merges the JSON reports of all shards of a run into the report of the whole run.
 * @param files paths of the reports
 * @throws UsageError for files that are not reports, and for reports that are not all the shards of one run
 * @example
 * ```ts
 * import { check, mergeReports, report } from "tripact";
 * import { writeFile } from "node:fs/promises";
 *
 * for (const index of [1, 2]) {
 *   const { result } = check({ facts: ["CRM-01"], shard: { index, count: 2 } });
 *   await writeFile(`shard-${index}.json`, await report(await result, "json"));
 * }
 * const whole = await mergeReports(["shard-1.json", "shard-2.json"]);
 * console.log(whole.verdict); // conformant
 * ```
 */
export const mergeReports = async (
  files: readonly string[],
  options: MergeOptions = {},
): Promise<MergeResult> => (await import("./merge-reports.ts")).mergeShards(files, options);

/**
 * Restores the records that a killed run left changed on a live target, or drops a record from its journal.
 * @throws UsageError for a configuration without a live target, and for a journal that cannot be used
 * @example
 * ```ts
 * import { restore, startSandbox } from "tripact";
 *
 * const { config, close } = await startSandbox();
 * const { verdict } = await restore({ config, stateFolder: "state" }).result;
 * console.log(verdict); // conformant
 * await close();
 * ```
 */
export const restore = (options: RestoreOptions): TargetRun<never, RestoreResult> =>
  createTargetRun(
    async (...work) => (await import("./restore.ts")).restoreTarget(options, ...work),
    signalOf(options),
  );

/**
 * Sends the requests of one finding again, or reads again what has changed, and reports whether it is still there. Ids
 * that the run had learned are learned again.
 * @throws UsageError before any request if the report, the fingerprint, the configuration or the store is invalid.
 * @example
 * ```ts
 * import { check, replay } from "tripact";
 *
 * const faults = ["total-counts-the-page"];
 * const { report } = await check({ facts: ["DON-03"], faults }).result;
 * const [{ fingerprint } = { fingerprint: "" }] = report.findings;
 * console.log((await replay({ fingerprint, report, faults }).result).state); // still there
 * console.log((await replay({ fingerprint, report }).result).state); // gone
 * ```
 */
export const replay = (options: ReplayOptions): TargetRun<TargetEvent, ReplayResult> =>
  createTargetRun(
    async (...work) => (await import("./replay.ts")).replayTarget(options, ...work),
    signalOf(options),
  );

/**
 * Reads a live target within its budget, never writes, and compares the answers with the OpenAPI documents and with
 * earlier runs in the store. The first run records how the target answers. Updates issues and metrics, and sends the
 * alerts that the configuration names.
 * @throws UsageError before any request if no target is configured or an option is invalid.
 * @example
 * ```ts
 * import { drift, startSandbox } from "tripact";
 *
 * const { config, close } = await startSandbox();
 * const { crm } = config.interfaces;
 * const target = { interfaces: { crm }, safety: { maxRequests: 20 } };
 * const { verdict, report } = await drift({ config: target, store: "history.sqlite" }).result;
 * console.log(verdict, report?.results[0]?.target.interface); // … crm
 * await close();
 * ```
 */
export const drift = (options: DriftOptions): Run<DriftEvent, DriftOutcome> =>
  createRun(async (...work) => (await import("./drift.ts")).driftTarget(options, ...work), signalOf(options));

/**
 * Accepts changes, groups of changes and problems that `drift` reported. From then on they are normal, and reverting
 * them is drift.
 * @throws UsageError for a fingerprint that is not open, and for an invalid option.
 * @example
 * ```ts
 * import { acceptDrift, UsageError } from "tripact";
 *
 * await acceptDrift({ fingerprints: ["0123456789ab"] }).catch((error: unknown) => {
 *   if (error instanceof UsageError) console.log(error.message); // no drift has the fingerprint 0123456789ab
 * });
 * ```
 */
export const acceptDrift = async (options: AcceptOptions): Promise<AcceptResult> =>
  (await import("./accept.ts")).acceptChanges(options);

/**
 * All runs of each target in a store of `drift`, and what drifted in them. Reads one target at a time while you
 * iterate, and closes the store at the end.
 * @throws UsageError for a missing store, and for an organization that is not in it
 * @example
 * ```ts
 * import { drift, driftHistory, startSandbox } from "tripact";
 *
 * const { config, close } = await startSandbox();
 * const { volunteer } = config.interfaces;
 * const target = { interfaces: { volunteer }, safety: { maxRequests: 10 } };
 * await drift({ config: target, store: "runs.sqlite" }).result;
 * for await (const { target: one } of await driftHistory({ store: "runs.sqlite" }))
 *   console.log(one.interface); // volunteer
 * await close();
 * ```
 */
export const driftHistory = async (options: HistoryOptions): Promise<AsyncIterable<ReportHistory>> => {
  const { assertHistories, listHistories } = await import("./histories.ts");
  await assertHistories(options);
  return listHistories(options);
};

/**
 * What the runs in a store of `drift` say about one operation and its fields, for each target in which it was called.
 * @throws UsageError for an unknown operation, and for a field that no run has seen
 * @example
 * ```ts
 * import { operationHistory } from "tripact";
 *
 * console.log(await operationHistory({ operation: "getContact" })); // []
 * ```
 */
export const operationHistory = async (options: OperationHistoryOptions): Promise<readonly AskedHistory[]> =>
  (await import("./histories.ts")).listOperation(options);

/**
 * Writes what the runs in a store of `drift` saw of one target, without values, for `readLikeness`.
 * @throws UsageError if the store has no run of a target, or runs of several.
 * @example
 * ```ts
 * import { drift, exportShape, startSandbox } from "tripact";
 *
 * const { config, close } = await startSandbox();
 * const { crm } = config.interfaces;
 * await drift({ config: { interfaces: { crm }, safety: { maxRequests: 10 } }, store: "seen.sqlite" }).result;
 * const { answers } = await exportShape({ store: "seen.sqlite", file: "crm.shape.json" });
 * console.log(answers > 0); // true
 * await close();
 * ```
 */
export const exportShape = async (options: ShapeOptions): Promise<ShapeResult> =>
  (await import("./export-shape.ts")).writeShape(options);

/**
 * Asks a target, with at most 40 reads, what it serves and which records it has, and writes a configuration with the
 * results. Every further key is a comment that says how many facts it adds. Values of an existing file stay. The file
 * names the variables of credentials and never holds a credential.
 * @throws UsageError before any request or write.
 * @example
 * ```ts
 * import { init, startSandbox } from "tripact";
 *
 * const sandbox = await startSandbox();
 * const { baseUrl, credentials } = sandbox.config.interfaces.crm;
 * const env = { CRM_KEY: String(credentials["apiKey"]) };
 * const { verdict, files } = await init({ config: "crm.yaml", crm: baseUrl, env });
 * console.log(verdict, files.join(" ")); // complete crm.yaml .env.example
 * await sandbox.close();
 * ```
 */
export const init = async (options: InitOptions): Promise<InitResult> => {
  const { writeConfig } = await import("../onboarding/init/write-config.ts");
  return writeConfig(options);
};

/**
 * Serves the interfaces on this machine, forwards every request unchanged to its target, and judges each exchange by
 * every fact that a single exchange can show. Never shows or keeps a value of a record.
 * @throws UsageError before serving if an option or the configuration is invalid, or a port is in use.
 * @example
 * ```ts
 * import { startProxy } from "tripact";
 *
 * const proxy = await startProxy({ sandbox: true, inject: true });
 * const crm = proxy.addresses.find(({ name }) => name === "crm");
 * await fetch(`${crm?.baseUrl}/api/ContactMethod/Types`);
 * const { verdict, traffic } = await proxy.close();
 * console.log(verdict, traffic.interfaces["crm"]?.requests); // conformant 1
 * ```
 */
export const startProxy = async (options: ProxyOptions): Promise<Proxy> => {
  const { serveProxy } = await import("../traffic/proxy/serve-proxy.ts");
  return serveProxy(options);
};

/**
 * Compares consumers' pacts with the OpenAPI documents and verifies them against the embedded sandbox, in the provider
 * states that they name, or against a target. Its events are the results of single pacts. Publishes only if every
 * interaction has a verdict. Needs `@pact-foundation/pact-core` and `@pactflow/openapi-pact-comparator`.
 * @example
 * ```ts
 * import { verify } from "tripact";
 *
 * const run = verify({ files: ["pacts/shop-crm.json"] });
 * const verdict = await run.result.then((result) => result.verdict).catch((error: Error) => error.message);
 * console.log(verdict); // file not found
 * ```
 */
export const verify = (options: VerifyOptions): Run<PactResult, VerifyResult> =>
  createRun(async (emit, signal) => {
    const { verifyPacts } = await import("../consumers/pact/verify-pacts.ts");
    return verifyPacts(options, emit, signal);
  }, signalOf(options));
