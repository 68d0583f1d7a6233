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
export type { AcceptResult, AmendedDocument } from "./app/accept.ts";
export type { DriftEvent, DriftOutcome, JudgedDrift } from "./app/drift.ts";
export type { ShapeResult } from "./app/export-shape.ts";
export type { CheckResult } from "./app/check.ts";
export type { TargetEvent } from "./core/run/asking.ts";
export type { MergeResult } from "./app/merge-reports.ts";
export type { ObserveResult } from "./app/observe.ts";
export type { Config } from "./inputs/open-config.ts";
export type { ReplayResult } from "./app/replay.ts";
export { report, type Reportable } from "./app/report.ts";
export type { ReportFormat } from "./report/report-formats.ts";
export type { RestoreResult } from "./app/restore.ts";
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
export { readServedDocument } from "./app/read-served-document.ts";
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
export { createSandbox, type Sandbox } from "./sandbox/sandbox.ts";
export { type ServedSandbox, startSandbox } from "./sandbox/serve.ts";
export { diff } from "./app/diff.ts";
export type { DocumentChange, DocumentDiff } from "./consumers/usage/verdict/document-diff.ts";
export { discover, type DiscoverResult } from "./app/discover.ts";
export { doctor, type Health } from "./app/doctor.ts";
export { fleet } from "./app/fleet.ts";
export type {
  Fleet,
  FleetAcceptance,
  FleetCheck,
  FleetDrift,
  FleetEvent,
  FleetRunResult,
  FleetStatus,
  ServedFleet,
} from "./monitoring/fleet/fleet.ts";
export { generate, type GenerateResult, generateTypes, type GenerateTypesResult } from "./app/generate.ts";
export type { InitResult } from "./onboarding/init/write-config.ts";
export type { Run } from "./core/run/create-run.ts";
export type { Proxy, ProxyAddress, ProxyEvent, ProxyResult } from "./traffic/proxy/proxy.ts";
export { usage, type UsageResult } from "./app/usage.ts";
export type { Usage } from "./consumers/usage/usage-file.ts";
export type { Verdict } from "./core/run/exit-code.ts";
export type { VerifyResult } from "./consumers/pact/verify-pacts.ts";
export type {
  AcceptOptions,
  DriftOptions,
  ShapeOptions,
  HistoryOptions,
  OperationHistoryOptions,
  CheckOptions,
  MergeOptions,
  ObserveOptions,
  ReplayOptions,
  RestoreOptions,
  ReadServedDocumentOptions,
  DiffOptions,
  DiscoverOptions,
  DoctorOptions,
  GenerateOptions,
  GenerateTypesOptions,
  UsageOptions,
} from "./app/options.ts";
export type { SandboxOptions, ServeOptions } from "./sandbox/options.ts";
export type { FleetDayOptions, FleetOptions, FleetRunOptions } from "./monitoring/fleet/options.ts";
export type { InitOptions } from "./onboarding/init/options.ts";
export type { Questions } from "./onboarding/init/questions.ts";
export type { AppOptions } from "./inputs/app-options.ts";
export type { ProxyOptions } from "./traffic/proxy/options.ts";
export type { VerifyOptions } from "./consumers/pact/options.ts";
