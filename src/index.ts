/** What a consumer's tests need: a sandbox in process or on a port, and the shapes of what `tripact check` reports. */
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
export { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox/sandbox.ts";
export { type ServedSandbox, type ServeOptions, startSandbox } from "./sandbox/serve.ts";
