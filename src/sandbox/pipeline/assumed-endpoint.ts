import type { InterfaceName } from "../../contract/interface-name.ts";
import type { Method, Parameter } from "../../harness/model/operation.ts";
import type { AssumptionKey } from "../assumptions/assumptions.ts";
import type { Permission } from "../permissions.ts";
import type { Refusal } from "../refusal.ts";
import type { Answer, Context, Endpoint, ParsedRequest } from "./endpoint.ts";

/** An endpoint that the specification does not state; it exists only as an assumption. */
export interface AssumedEndpoint {
  /** camelCase, different from every operation's id. */
  readonly id: string;
  /** The open question that it answers, for example `U-17`. */
  readonly unknown: string;
  readonly method: Method;
  readonly path: string;
  readonly permission: Permission;
  /** Path and query parameters, parsed like documented ones. */
  readonly parameters?: readonly Parameter[];
  /** True when it reads a JSON body, which may be `optional`; the handler has to narrow it. */
  readonly readsBody?: boolean | "optional";
  /** It exists only while these assumptions have these values. */
  readonly when?: { readonly key: AssumptionKey; readonly value: string };
  respond(request: ParsedRequest, context: Context): Answer | Refusal;
}

/** Types an assumed endpoint without widening it. */
export const assume = (endpoint: AssumedEndpoint): AssumedEndpoint => endpoint;

/** A path parameter that is an integer. */
export const integerInPath = (name: string): Parameter => ({
  name,
  in: "path",
  type: "integer",
  required: true,
});

/** The endpoint that the pipeline runs. */
export const assumedEndpoint = (interfaceName: InterfaceName, assumed: AssumedEndpoint): Endpoint => ({
  interface: interfaceName,
  id: assumed.id,
  documented: false,
  method: assumed.method,
  path: assumed.path,
  effect: assumed.method === "GET" ? "read" : "write",
  security: "bearer",
  permission: assumed.permission,
  parameters: assumed.parameters ?? [],
  mediaType: assumed.readsBody === undefined || assumed.readsBody === false ? undefined : "application/json",
  bodyRequired: assumed.readsBody === true,
  respond: assumed.respond,
});
