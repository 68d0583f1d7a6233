import type { InterfaceName } from "../../contract/interface-name.ts";
import type { Effect, Method, Parameter } from "../../harness/model/operation.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Permission } from "../permissions.ts";
import type { Refusal } from "../refusal.ts";
import type { Database } from "../store/database.ts";
import type { Clock } from "../../harness/model/clock.ts";

export type ParameterValue = string | number | boolean;

/** A request whose credential was accepted and whose parts were parsed as the OpenAPI documents state. */
export interface ParsedRequest {
  readonly path: Readonly<Record<string, ParameterValue>>;
  readonly query: Readonly<Record<string, ParameterValue>>;
  /** The JSON value or the fields of the form; undefined without a body. */
  readonly body: unknown;
  /** Query parameters that no document names, as text: what an assumption makes of them. */
  readonly undocumented: Readonly<Record<string, string>>;
}

/** Whom the request comes from. */
export interface Caller {
  readonly credentialId: number;
  readonly organizationId: number;
  /** The account behind an OAuth token; undefined for keys. */
  readonly accountId: number | undefined;
  readonly permissions: ReadonlySet<Permission>;
}

/** What a handler may use. Its writes are one transaction, undone when it refuses or throws. */
export interface Context {
  readonly database: Database;
  readonly clock: Clock;
  readonly assumptions: Assumptions;
  readonly seed: number;
  /** Address of the interface as the caller sees it, without a slash at its end. */
  readonly baseUrl: string;
  readonly caller: Caller;
  /** Records that something happened; it is delivered once the request's changes are stored. */
  emit(kind: string, data: Readonly<Record<string, unknown>>): void;
}

/** An answer: the body is sent as JSON, as it is where it is a `JsonText`, and not at all when it is undefined. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One method on one path, documented or assumed. */
export interface Endpoint {
  readonly interface: InterfaceName;
  /** The operation's id, or method and path of a route that a team has added. */
  readonly id: string;
  /** False for what is served beyond the specification. */
  readonly documented: boolean;
  /** A team has added it: no document describes it, and nothing is validated. */
  readonly isAdded?: true;
  readonly method: Method;
  /** Template below the interface's base address, for example `/api/Contact/{contactId}`. */
  readonly path: string;
  readonly effect: Effect;
  readonly security: "bearer" | "hmac" | "none";
  /** What the credential must allow; undefined when everybody may. */
  readonly permission: Permission | undefined;
  readonly parameters: readonly Parameter[];
  /** Of the body; undefined when none is read. */
  readonly mediaType: string | undefined;
  readonly bodyRequired: boolean;
  respond(request: ParsedRequest, context: Context): Answer | Refusal;
}
