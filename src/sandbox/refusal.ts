/** An invalid field of a request. `field` is its path: names as sent and `[n]`, joined by dots. */
export interface FieldError {
  readonly field: string;
  /** SCREAMING_SNAKE_CASE. */
  readonly code: string;
  readonly message: string;
}

/** Statuses of the sandbox's refusals. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 422 | 429 | 500 | 503;

/** The part of the sandbox that refused a request. */
export type RefusingPart =
  | "host"
  | "not modelled"
  | "credential"
  | "hourly limit"
  | "permission"
  | "parameters"
  | "body"
  | "schema"
  | "origin"
  | "handler"
  | "bug";

/** What the log says about a request that was refused, or of which a part was ignored. */
export interface LoggedReason {
  readonly rule?: RefusingPart;
  readonly message: string;
  readonly fields: readonly Pick<FieldError, "field" | "message">[];
}

/**
 * Why a request is refused, independent of the interface: its error family creates the body. A refused request does not
 * change the store.
 */
export interface SandboxRefusal<Status extends RefusalStatus = RefusalStatus> {
  readonly kind: "refusal";
  readonly status: Status;
  readonly message: string;
  readonly fields: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  /** For the log and the header `x-tripact-rule`. */
  readonly rule?: RefusingPart;
}

/**
 * Refuses a request: `return refuse(404, "There is no such contact.")`.
 * @example
 * ```ts
 * import { refuse, sandboxRoute } from "tripact";
 *
 * export const closed = sandboxRoute({
 *   interface: "donation",
 *   method: "GET",
 *   path: "/api/Pledge/list",
 *   respond: () => refuse(403, "This organization takes no pledges."),
 * });
 * ```
 */
export const refuse = <Status extends RefusalStatus>(
  status: Status,
  message: string,
  more: { readonly fields?: readonly FieldError[]; readonly headers?: Readonly<Record<string, string>> } = {},
): SandboxRefusal<Status> => ({
  kind: "refusal",
  status,
  message,
  fields: more.fields ?? [],
  headers: more.headers ?? {},
});

/** The error for a name that an organization has not configured: `There is no note type "Phone Call" (…)`. */
export const notConfigured = (
  field: string,
  kind: string,
  name: string,
  configured: readonly string[],
): FieldError => ({
  field,
  code: "NOT_CONFIGURED",
  message: `There is no ${kind} "${name.slice(0, 100)}" (this organization has ${configured.join(", ") || "none"}).`,
});

/** Adds the rule to a refusal without one; anything else stays unchanged. */
export const refusedBy = <Outcome>(rule: RefusingPart, outcome: Outcome): Outcome =>
  isRefusal(outcome) && outcome.rule === undefined ? { ...outcome, rule } : outcome;

/** Whether a value is a refusal; answers have no `kind`. */
export const isRefusal = (value: unknown): value is SandboxRefusal =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "refusal";
