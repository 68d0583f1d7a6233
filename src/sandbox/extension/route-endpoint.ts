import { validateHeaderName, validateHeaderValue } from "node:http";
import { isObject, own } from "../../core/model/json-object.ts";
import type { Parameter } from "../../core/model/operation.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { printable } from "../../core/output/escape.ts";
import {
  JsonText,
  type Answer,
  type EndpointContext,
  type Endpoint,
  type ParsedRequest,
} from "../pipeline/endpoint.ts";
import { refusalFor } from "../pipeline/validate-request.ts";
import { isRefusal, refuse, refusedBy, type SandboxRefusal } from "../refusal.ts";
import { ownRecords } from "./records.ts";
import type { RouteContext, SandboxRoute } from "./route.ts";

const namesIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Paths with the same shape are the same to a router. */
const shapeOf = ({
  interface: name,
  method,
  path,
}: Pick<Endpoint, "interface" | "method" | "path">): string =>
  `${method} /${name}${path.replace(/\{\w+\}/g, "{}").toLowerCase()}`;

const named = ({ interface: name, method, path }: SandboxRoute): string =>
  `${method} ${printable(path)} of the ${name} interface`;

const segment = /^(?:[\w.~-]+|\{\w+\})$/;

/** @throws UsageError for a path that no request can have. */
const checkPath = (route: SandboxRoute): void => {
  const [first, ...segments] = route.path.split("/");
  if (first !== "" || segments.length === 0 || !segments.every((one) => segment.test(one)))
    throw new UsageError(`${named(route)} has a path that cannot be served`, {
      hint: "write it from the base address on, with parameters in braces: /api/Contact/search, /api/Tag/{tagId}",
    });
  if (route.interface === "volunteer" && segments[0] !== "v1")
    throw new UsageError(`${named(route)} lacks the version`, {
      hint: `every path of that interface begins with /v1: /v1${printable(route.path)}`,
    });
  const names = namesIn(route.path);
  if (new Set(names).size < names.length)
    throw new UsageError(`${named(route)} names a parameter twice`, { hint: "name each of them once" });
};

/** @throws UsageError for duplicate routes, or routes that hide a documented operation. */
const checkApart = (routes: readonly SandboxRoute[], documented: readonly Endpoint[]): void => {
  const stated = new Map(documented.map((endpoint) => [shapeOf(endpoint), endpoint.id]));
  const seen = new Set<string>();
  for (const route of routes) {
    const shape = shapeOf(route);
    const operation = stated.get(shape);
    if (operation !== undefined)
      throw new UsageError(`${named(route)} is documented, as ${operation}`, {
        hint: "an extension adds to the OpenAPI documents and replaces nothing of them",
      });
    if (seen.has(shape))
      throw new UsageError(`${named(route)} is there twice`, { hint: "leave one of them out" });
    seen.add(shape);
  }
};

const parametersOf = ({ path, parameters = {}, required = [] }: SandboxRoute): readonly Parameter[] => {
  const inPath = namesIn(path);
  const names = new Set([...inPath, ...Object.keys(parameters), ...required]);
  return [...names].map((name) => ({
    name,
    in: inPath.includes(name) ? "path" : "query",
    type: own(parameters, name) ?? "string",
    required: inPath.includes(name) || required.includes(name),
  }));
};

/** Calls a documented operation internally, as the route's caller. */
const asking =
  (documented: ReadonlyMap<string, Endpoint>, context: EndpointContext): RouteContext["ask"] =>
  (id, asked) => {
    const endpoint = documented.get(id);
    if (endpoint === undefined) throw new Error(`there is no operation ${id}`);
    const { permission } = endpoint;
    const parsed = {
      path: { ...asked.path },
      query: { ...asked.query },
      body: asked.body,
      undocumented: {},
    } as ParsedRequest; // every operation has scalar parameters only
    const outcome =
      permission !== undefined && !context.caller.permissions.has(permission)
        ? refusedBy("permission", refuse(403, "The permission group does not allow this."))
        : (refusalFor(endpoint, parsed) ?? endpoint.respond(parsed, context));
    const read =
      !isRefusal(outcome) && outcome.body instanceof JsonText
        ? { ...outcome, body: outcome.body.read() }
        : outcome;
    // The answer of that operation's handler, as the type of the map of handlers guarantees.
    return read as ReturnType<RouteContext["ask"]>;
  };

const isSendable = (headers: unknown): boolean => {
  if (!isObject(headers)) return false;
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      validateHeaderValue(name, String(value));
    }
    return true;
  } catch {
    return false;
  }
};

/** Whether an outcome of code without types is a status, with headers, that a server can send. */
const isAnswer = (outcome: unknown): outcome is Answer | SandboxRefusal => {
  if (!isObject(outcome)) return false;
  const { status, headers = {} } = outcome;
  const lowest = isRefusal(outcome) ? 400 : 200;
  return Number.isInteger(status) && Number(status) >= lowest && Number(status) <= 599 && isSendable(headers);
};

const isPromise = (outcome: unknown): outcome is Promise<unknown> =>
  isObject(outcome) && typeof outcome["then"] === "function";

const endpointOf = (route: SandboxRoute, documented: ReadonlyMap<string, Endpoint>): Endpoint => ({
  interface: route.interface,
  id: `${route.method} ${route.path}`,
  documented: false,
  isAdded: true,
  method: route.method,
  path: route.path,
  // All of its writes are one transaction.
  effect: "write",
  security: "bearer",
  permission: route.permission,
  parameters: parametersOf(route),
  mediaType: route.body === undefined ? undefined : "application/json",
  bodyRequired: route.body === "required",
  respond: ({ path, query, body }, context): Answer | SandboxRefusal => {
    const { clock, seed, baseUrl, caller, database } = context;
    const outcome: unknown = route.respond(
      { parameters: { ...query, ...path }, body },
      {
        clock,
        seed,
        baseUrl,
        caller,
        ask: asking(documented, context),
        records: (kind) => ownRecords(database, caller.organizationId, kind),
        store: database,
      },
    );
    if (isAnswer(outcome)) return outcome;
    if (isPromise(outcome)) {
      // Nobody else waits for it.
      outcome.then(undefined, () => undefined);
      throw new Error(`${named(route)} answers a promise; respond must not be asynchronous`);
    }
    throw new Error(`${named(route)} answers no status from 200 to 599, or headers that cannot be sent`);
  },
});

/**
 * The endpoints of routes, and those of the sandbox without the assumed ones that a route replaces.
 * @throws UsageError for a route that cannot be served.
 */
export const extendEndpoints = (
  endpoints: readonly Endpoint[],
  routes: readonly SandboxRoute[],
): readonly Endpoint[] => {
  if (routes.length === 0) return endpoints;
  for (const route of routes) checkPath(route);
  const documented = endpoints.filter((endpoint) => endpoint.documented);
  checkApart(routes, documented);
  const byId = new Map(documented.map((endpoint) => [endpoint.id, endpoint]));
  const added = routes.map((route) => endpointOf(route, byId));
  const taken = new Set(added.map(shapeOf));
  return [...added, ...endpoints.filter((endpoint) => !taken.has(shapeOf(endpoint)))].toSorted(literalFirst);
};

/** Whether each segment is a parameter, as text that sorts: `0010`. */
const openness = ({ path }: Endpoint): string =>
  path
    .split("/")
    .map((each) => namesIn(each).length)
    .join("");

/** Literal path segments have priority over parameters, from the first one on. */
const literalFirst = (one: Endpoint, other: Endpoint): number => openness(one).localeCompare(openness(other));
