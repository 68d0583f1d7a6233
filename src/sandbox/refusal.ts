/**
 * One field of a request that is wrong. `field` is the path to it: names as they were sent and `[n]`, joined
 * by dots.
 */
export interface FieldError {
  readonly field: string;
  /** SCREAMING_SNAKE_CASE. */
  readonly code: string;
  readonly message: string;
}

/** The statuses with which the sandbox turns a request down. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 422 | 429 | 500 | 503;

/** Which part of the sandbox turned a request down. */
export type Rule =
  | "host"
  | "not modelled"
  | "credential"
  | "hourly limit"
  | "permission"
  | "parameters"
  | "body"
  | "schema"
  | "handler"
  | "bug";

/**
 * Why a request is turned down, in terms of no interface: each one's error family makes a body of it. A
 * refused request leaves no trace in the store.
 */
export interface Refusal<Status extends RefusalStatus = RefusalStatus> {
  readonly kind: "refusal";
  readonly status: Status;
  readonly message: string;
  readonly fields: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  /** For the log and the header `x-tripact-rule`. */
  readonly rule?: Rule;
}

/**
 * Turns a request down: `return refuse(404, "There is no such contact.")`.
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
): Refusal<Status> => ({
  kind: "refusal",
  status,
  message,
  fields: more.fields ?? [],
  headers: more.headers ?? {},
});

/** What is wrong with a name that an organization has not configured: `There is no note type "Phone Call" (…)`. */
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

/** Names the rule behind a refusal; what is none, or names one already, stays as it is. */
export const refusedBy = <Outcome>(rule: Rule, outcome: Outcome): Outcome =>
  isRefusal(outcome) && outcome.rule === undefined ? { ...outcome, rule } : outcome;

/** Whether a value is a refusal; no answer has a `kind`. */
export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "refusal";
