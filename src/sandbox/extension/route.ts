import type {
  OperationId,
  OperationIdsOf,
  PathParameters,
  QueryParameters,
  RequestBodyOf,
} from "../../contract/generated/operation-types.ts";
import type { InterfaceName } from "../../contract/interface-name.ts";
import type { Clock } from "../../harness/model/clock.ts";
import type { Method, ScalarType } from "../../harness/model/operation.ts";
import type { permissionsOf } from "../permissions.ts";
import type { Answer, Caller, ParameterValue } from "../pipeline/endpoint.ts";
import type { HandlerResponse } from "../pipeline/handler.ts";
import type { Refusal } from "../refusal.ts";
import type { Database } from "../store/database.ts";
import type { OwnRecords } from "./records.ts";

type ValueOf<Type extends ScalarType> = {
  integer: number;
  number: number;
  boolean: boolean;
  string: string;
}[Type];

/** The names between braces in a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type TypeOf<Types, Name> = Name extends keyof Types
  ? Types[Name] extends ScalarType
    ? Types[Name]
    : "string"
  : "string";

/** Parameters of the path are there; those of the query may be. */
type ParametersOf<Path extends string, Types> = {
  readonly [Name in NamesIn<Path>]: ValueOf<TypeOf<Types, Name>>;
} & {
  readonly [Name in Exclude<keyof Types, NamesIn<Path>>]?: ValueOf<TypeOf<Types, Name>>;
};

/** A request whose credential was accepted and whose parameters were parsed. */
export interface RouteRequest<Path extends string = string, Types = Readonly<Record<string, ScalarType>>> {
  readonly parameters: ParametersOf<Path, Types>;
  /** The JSON value that was sent; undefined without one. */
  readonly body: unknown;
}

/** What an operation is asked for from within. */
interface Asked<Id extends OperationId> {
  readonly path?: PathParameters<Id>;
  readonly query?: QueryParameters<Id>;
  readonly body?: RequestBodyOf<Id>;
}

/** What a route may use. Its writes are one transaction, undone when it refuses or throws. */
export interface RouteContext<Name extends InterfaceName = InterfaceName> {
  /** The sandbox's own time, which the control interface moves. */
  readonly clock: Clock;
  readonly seed: number;
  /** Address of the interface as the caller sees it, without a slash at its end. */
  readonly baseUrl: string;
  readonly caller: Caller;
  /** Asks an operation of the interface as the caller would, with the caller's permissions. */
  ask<Id extends Exclude<OperationIdsOf<Name>, "issueToken">>(id: Id, asked: Asked<Id>): HandlerResponse<Id>;
  /** Records of the routes' own. */
  records(kind: string): OwnRecords;
  /** The sandbox's tables, for statements made by `sql`. Their columns change between versions; prefer `ask`. */
  readonly store: Pick<Database, "all" | "get" | "run">;
}

/** A route that a team adds to an interface. */
export interface SandboxRoute {
  readonly interface: InterfaceName;
  readonly method: Method;
  /** Template below the base address, `/api/Contact/search`; that of the volunteer interface begins with `/v1/`. */
  readonly path: string;
  /** Types of parameters. Names in the path's braces are of the path, texts unless stated; the others of the query. */
  readonly parameters?: Readonly<Record<string, ScalarType>>;
  /** Names of query parameters without which a request is refused. */
  readonly required?: readonly string[];
  /** What the credential must allow; default: any credential of the interface that is accepted. */
  readonly permission?: (typeof permissionsOf)[InterfaceName][number];
  /** Whether a JSON body is read; default: it is not. */
  readonly body?: "required" | "optional";
  respond(
    request: RouteRequest<string, Readonly<Record<string, ScalarType>>> & {
      readonly parameters: Readonly<Record<string, ParameterValue | undefined>>;
    },
    context: RouteContext,
  ): Answer | Refusal;
}

/** A route with the types of its own path and parameters. */
type TypedRoute<
  Name extends InterfaceName,
  Path extends string,
  Types extends Readonly<Record<string, ScalarType>>,
> = Omit<SandboxRoute, "respond" | "interface" | "path" | "parameters" | "permission"> & {
  readonly interface: Name;
  readonly path: Path;
  readonly parameters?: Types;
  readonly permission?: (typeof permissionsOf)[Name][number];
  respond(request: RouteRequest<Path, Types>, context: RouteContext<Name>): Answer | Refusal;
};

/**
 * Types a route by its own path and parameters. Synchronous: a request is one transaction.
 * @example
 * ```ts
 * import { createSandbox, sandboxRoute } from "tripact";
 *
 * const tags = sandboxRoute({
 *   interface: "crm",
 *   method: "GET",
 *   path: "/api/Tag/{tagId}",
 *   parameters: { tagId: "integer" },
 *   respond: ({ parameters: { tagId } }) => ({ status: 200, body: { id: tagId, name: "Volunteer" } }),
 * });
 * const sandbox = createSandbox({ extend: [tags] });
 * await sandbox.close();
 * ```
 */
export const sandboxRoute = <
  Name extends InterfaceName,
  const Path extends string,
  // Without parameters, none has a type.
  const Types extends Readonly<Record<string, ScalarType>> = Readonly<Record<never, ScalarType>>,
>(
  route: TypedRoute<Name, Path, Types>,
  // The pipeline parses by the same types that `respond` was given, which the compiler cannot see.
): SandboxRoute => route as unknown as SandboxRoute;
