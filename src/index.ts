/** The verbs as functions, a sandbox in process or on a port, and the types of reports. */
export {
  acceptDrift,
  check,
  drift,
  driftHistory,
  estimate,
  exportShape,
  init,
  mergeReports,
  observe,
  operationHistory,
  replay,
  restore,
  startProxy,
  verify,
} from "./app/verbs.ts";
export type { AcceptOptions, AcceptResult, AmendedDocument } from "./app/accept.ts";
export type { DriftEvent, DriftOptions, DriftOutcome, JudgedDrift } from "./app/drift.ts";
export type { ShapeOptions, ShapeResult } from "./app/export-shape.ts";
export type { HistoryOptions, OperationHistoryOptions } from "./app/histories.ts";
export type { CheckOptions, CheckResult } from "./app/check.ts";
export type { TargetEvent } from "./core/run/asking.ts";
export type { MergeOptions, MergeResult } from "./app/merge-reports.ts";
export type { ObserveOptions, ObserveResult } from "./app/observe.ts";
export type { Config } from "./inputs/open-config.ts";
export type { ReplayOptions, ReplayResult } from "./app/replay.ts";
export { report, type Reportable } from "./app/report.ts";
export type { ReportFormat } from "./report/report-formats.ts";
export type { RestoreOptions, RestoreResult } from "./app/restore.ts";
export type { TargetRun } from "./core/run/create-run.ts";
export type { ConfigFile } from "./builtin/generated/config/config-types.ts";
export type { ShownEvent as RunEvent } from "./core/model/run-event.ts";
export type { LoggedExchange } from "./core/model/report-input.ts";
export type { Estimate } from "./core/run/dry-run.ts";
export type { AskedHistory, DriftHistory, DriftReport } from "./core/model/drift.ts";
export type { ReportHistory } from "./core/model/report-input.ts";
export type { Finding } from "./core/model/finding.ts";
export type { FactResult, Report, UnknownResult } from "./core/model/report.ts";
export { UsageError } from "./core/model/usage-error.ts";
export type { Likeness, LikeOptions } from "./sandbox/likeness/likeness.ts";
export { readServedDocument, type ReadServedDocumentOptions } from "./app/read-served-document.ts";
export type { ServedDocument } from "./serving/served-document.ts";
export { readLikeness } from "./sandbox/likeness/read-likeness.ts";
export { refuse } from "./sandbox/refusal.ts";
export {
  sandboxRoute,
  type RouteContext,
  type RouteRequest,
  type SandboxRoute,
} from "./sandbox/extension/route.ts";
export { sql } from "./sandbox/store/sql.ts";
export { verifyWebhook, type WebhookRequest } from "./sandbox/webhooks/signed-delivery.ts";
export { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox/sandbox.ts";
export { type ServedSandbox, type ServeOptions, startSandbox } from "./sandbox/serve.ts";
export { diff, type DiffOptions } from "./app/diff.ts";
export type { DocumentChange, DocumentDiff } from "./consumers/usage/verdict/document-diff.ts";
export { discover, type DiscoverOptions, type DiscoverResult } from "./app/discover.ts";
export { doctor, type DoctorOptions, type Health } from "./app/doctor.ts";
export { fleet } from "./app/fleet.ts";
export type {
  Fleet,
  FleetAcceptance,
  FleetCheck,
  FleetDayOptions,
  FleetDrift,
  FleetEvent,
  FleetOptions,
  FleetRunOptions,
  FleetRunResult,
  FleetStatus,
  ServedFleet,
} from "./monitoring/fleet/fleet.ts";
export {
  generate,
  type GenerateOptions,
  type GenerateResult,
  generateTypes,
  type GenerateTypesOptions,
  type GenerateTypesResult,
} from "./app/generate.ts";
export type { InitOptions, InitResult, Questions } from "./onboarding/init/write-config.ts";
export type { AppOptions } from "./core/model/environment.ts";
export type { Run } from "./core/run/create-run.ts";
export type { Proxy, ProxyAddress, ProxyEvent, ProxyOptions, ProxyResult } from "./traffic/proxy/proxy.ts";
export { usage, type UsageOptions, type UsageResult } from "./app/usage.ts";
export type { Usage } from "./consumers/usage/usage-file.ts";
export type { Verdict } from "./core/run/exit-code.ts";
export type { VerifyOptions, VerifyResult } from "./consumers/pact/verify-pacts.ts";
