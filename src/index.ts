/** The product's verbs as functions, a sandbox in process or on a port, and the shapes of reports. */
export {
  acceptDrift,
  check,
  drift,
  driftHistory,
  estimate,
  exportShape,
  mergeReports,
  observe,
  operationHistory,
  replay,
  restore,
} from "./app/verbs.ts";
export type { AcceptOptions, AcceptResult, AmendedDocument } from "./app/drift/accept.ts";
export type { DriftEvent, DriftOptions, DriftOutcome, JudgedDrift } from "./app/drift/drift.ts";
export type { ShapeOptions, ShapeResult } from "./app/drift/export-shape.ts";
export type { HistoryOptions, OperationHistoryOptions } from "./app/drift/histories.ts";
export type { CheckOptions, CheckResult } from "./app/check.ts";
export type { TargetEvent } from "./app/asking.ts";
export type { MergeOptions, MergeResult } from "./app/merge-reports.ts";
export type { ObserveOptions, ObserveResult } from "./app/observe.ts";
export type { Config } from "./app/open-config.ts";
export type { ReplayOptions, ReplayResult } from "./app/replay.ts";
export { report, type Reportable } from "./app/report.ts";
export type { ReportFormat } from "./app/report-formats.ts";
export type { RestoreOptions, RestoreResult } from "./app/restore.ts";
export type { TargetRun } from "./app/target-run.ts";
export type { ConfigFile } from "./contract/generated/config/config-types.ts";
export type { RunEvent } from "./harness/model/run-event.ts";
export type { Estimate } from "./harness/runner/estimate.ts";
export type { AskedHistory, DriftHistory, DriftReport } from "./harness/model/drift.ts";
export type { ReportHistory } from "./harness/model/report-input.ts";
export type { Finding } from "./harness/model/finding.ts";
export type { FactResult, Report, UnknownResult } from "./harness/model/report.ts";
export { UsageError } from "./harness/model/usage-error.ts";
export type { Likeness, LikeOptions } from "./sandbox/likeness/likeness.ts";
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
export type { DocumentChange, DocumentDiff } from "./tools/usage/verdict/document-diff.ts";
export { discover, type DiscoverOptions, type DiscoverResult } from "./app/discover.ts";
export { doctor, type DoctorOptions, type Health } from "./app/doctor.ts";
export {
  fleet,
  type Fleet,
  type FleetAcceptance,
  type FleetCheck,
  type FleetDayOptions,
  type FleetDrift,
  type FleetEvent,
  type FleetOptions,
  type FleetRunOptions,
  type FleetRunResult,
  type FleetStatus,
  type ServedFleet,
} from "./app/fleet.ts";
export {
  generate,
  type GenerateOptions,
  type GenerateResult,
  generateTypes,
  type GenerateTypesOptions,
  type GenerateTypesResult,
} from "./app/generate.ts";
export { init, type InitOptions, type InitResult, type Questions } from "./app/init.ts";
export type { AppOptions } from "./app/surroundings.ts";
export type { Run } from "./app/run.ts";
export {
  type Proxy,
  type ProxyAddress,
  type ProxyEvent,
  type ProxyOptions,
  type ProxyResult,
  startProxy,
} from "./app/start-proxy.ts";
export { usage, type UsageOptions, type UsageResult } from "./app/usage.ts";
export type { Usage } from "./tools/usage/usage-file.ts";
export type { Verdict } from "./app/verdict.ts";
export { verify, type VerifyOptions, type VerifyResult } from "./app/verify.ts";
