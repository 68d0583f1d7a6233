import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import type { Clock } from "../../core/model/clock.ts";
import type { Operation } from "../../core/model/operation.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Permission } from "../permissions.ts";
import type { SandboxRefusal } from "../refusal.ts";
import type { SandboxDatabase } from "../store/database.ts";

export type ParameterValue = string | number | boolean;

/** A request with an accepted credential, parsed as the OpenAPI documents state. */
export interface ParsedRequest {
  readonly path: Readonly<Record<string, ParameterValue>>;
  readonly query: Readonly<Record<string, ParameterValue>>;
  /** The JSON value or the form's fields; undefined without a body. */
  readonly body: unknown;
  /** Query parameters that no document names, as text; assumptions may use them. */
  readonly undocumented: Readonly<Record<string, string>>;
}

/** The sender of the request. */
export interface Caller {
  readonly credentialId: number;
  readonly organizationId: number;
  /** The account behind an OAuth token; undefined for keys. */
  readonly accountId: number | undefined;
  readonly permissions: ReadonlySet<Permission>;
}

/** What a handler may use. Its writes are one transaction, rolled back if it refuses or throws. */
export interface EndpointContext {
  readonly database: SandboxDatabase;
  readonly clock: Clock;
  readonly assumptions: Assumptions;
  readonly seed: number;
  /** Address of the interface as the caller sees it, without a trailing slash. */
  readonly baseUrl: string;
  readonly caller: Caller;
  /** Records an event, delivered after the request's changes are stored. */
  emit(kind: string, data: Readonly<Record<string, unknown>>): void;
}

/** An answer. A `JsonText` body is sent unchanged, any other as JSON, and undefined means none. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One method and path, documented or assumed. */
export interface Endpoint extends Pick<Operation, "method" | "path" | "effect" | "security" | "parameters"> {
  readonly interface: BuiltinInterface;
  /** The operation's id, or method and path of a team's own route. */
  readonly id: string;
  /** False for endpoints beyond the specification. */
  readonly documented: boolean;
  /** Added by a team: no document describes it, and requests are not validated. */
  readonly isAdded?: true;
  /** The permission that the credential needs; undefined if none. */
  readonly permission: Permission | undefined;
  /** Of the body; undefined if none is read. */
  readonly mediaType: string | undefined;
  readonly bodyRequired: boolean;
  /** Rewrites a body that an assumption accepts into the documented form, before it is validated. */
  readonly rewriteBody?: ((body: unknown, assumptions: Assumptions) => unknown) | undefined;
  /** Loads what it takes to respond; undefined if it is there already. */
  prepare?(): Promise<void> | undefined;
  respond(request: ParsedRequest, context: EndpointContext): Answer | SandboxRefusal;
}

/** A body already written as JSON. `Value` is the type of its unparsed contents. */
export class JsonText<Value> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): Value {
    // The writer vouches for the type.
    return JSON.parse(this.text) as Value;
  }
}
