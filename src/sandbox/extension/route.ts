import type {
  OperationId,
  OperationIdsOf,
  PathParameters,
  QueryParameters,
  RequestBodyOf,
} from "../../builtin/generated/operation-types.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import type { Clock } from "../../core/model/clock.ts";
import type { Method, ScalarType } from "../../core/model/operation.ts";
import type { permissionsOf } from "../permissions.ts";
import type { Answer, Caller, ParameterValue } from "../pipeline/endpoint.ts";
import type { HandlerResponse } from "../pipeline/handler.ts";
import type { SandboxRefusal } from "../refusal.ts";
import type { SandboxDatabase } from "../store/database.ts";
import type { OwnRecords } from "./records.ts";

type ValueOf<Type extends ScalarType> = {
  integer: number;
  number: number;
  boolean: boolean;
  string: string;
}[Type];

/** Names in braces in a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type TypeOf<Types, Name> = Name extends keyof Types
  ? Types[Name] extends ScalarType
    ? Types[Name]
    : "string"
  : "string";

/** Path parameters are present; query parameters may be absent. */
type ParametersOf<Path extends string, Types> = {
  readonly [Name in NamesIn<Path>]: ValueOf<TypeOf<Types, Name>>;
} & {
  readonly [Name in Exclude<keyof Types, NamesIn<Path>>]?: ValueOf<TypeOf<Types, Name>>;
};

/** A request with an accepted credential and parsed parameters. */
export interface RouteRequest<Path extends string = string, Types = Readonly<Record<string, ScalarType>>> {
  readonly parameters: ParametersOf<Path, Types>;
  /** The JSON body; undefined without one. */
  readonly body: unknown;
}

/** The input of an internal call of an operation. */
interface Asked<Id extends OperationId> {
  readonly path?: PathParameters<Id>;
  readonly query?: QueryParameters<Id>;
  readonly body?: RequestBodyOf<Id>;
}

/** What a route may use. Its writes are one transaction, rolled back if it refuses or throws. */
export interface RouteContext<Name extends BuiltinInterface = BuiltinInterface> {
  /** The sandbox's own time, which the control interface can change. */
  readonly clock: Clock;
  readonly seed: number;
  /** Address of the interface as the caller sees it, without a trailing slash. */
  readonly baseUrl: string;
  readonly caller: Caller;
  /** Calls an operation of the interface as the caller, with the caller's permissions. */
  ask<Id extends Exclude<OperationIdsOf<Name>, "issueToken">>(id: Id, asked: Asked<Id>): HandlerResponse<Id>;
  /** The routes' own records of a kind. */
  records(kind: string): OwnRecords;
  /** The sandbox's tables, for statements written with `sql`. Their columns change between versions; prefer `ask`. */
  readonly store: Pick<SandboxDatabase, "all" | "get" | "run">;
}

/** A team's own route of an interface. */
export interface SandboxRoute {
  readonly interface: BuiltinInterface;
  readonly method: Method;
  /** Template below the base address, `/api/Contact/search`; in the volunteer interface it begins with `/v1/`. */
  readonly path: string;
  /** Types of parameters. Names in the path's braces are in the path, text by default; the others in the query. */
  readonly parameters?: Readonly<Record<string, ScalarType>>;
  /** Names of required query parameters. */
  readonly required?: readonly string[];
  /** The permission that the credential needs; default: any accepted credential of the interface. */
  readonly permission?: (typeof permissionsOf)[BuiltinInterface][number];
  /** Whether a JSON body is read; default: none. */
  readonly body?: "required" | "optional";
  respond(
    request: RouteRequest<string, Readonly<Record<string, ScalarType>>> & {
      readonly parameters: Readonly<Record<string, ParameterValue | undefined>>;
    },
    context: RouteContext,
  ): Answer | SandboxRefusal;
}

/** A route with the types of its path and parameters. */
type TypedRoute<
  Name extends BuiltinInterface,
  Path extends string,
  Types extends Readonly<Record<string, ScalarType>>,
> = Omit<SandboxRoute, "respond" | "interface" | "path" | "parameters" | "permission"> & {
  readonly interface: Name;
  readonly path: Path;
  readonly parameters?: Types;
  readonly permission?: (typeof permissionsOf)[Name][number];
  respond(request: RouteRequest<Path, Types>, context: RouteContext<Name>): Answer | SandboxRefusal;
};

/**
 * Types a route by its path and parameters. Synchronous: a request is one transaction.
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
  Name extends BuiltinInterface,
  const Path extends string,
  // Without parameters, there are no types.
  const Types extends Readonly<Record<string, ScalarType>> = Readonly<Record<never, ScalarType>>,
>(
  route: TypedRoute<Name, Path, Types>,
  // The pipeline parses by the types given to `respond`, which the compiler cannot see.
): SandboxRoute => route as unknown as SandboxRoute;
