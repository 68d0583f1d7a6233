import { operations } from "../generated/operations.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { Operation } from "../model/operation.ts";

/** A documented operation that a request is meant for. */
export interface OperationMatch {
  readonly operation: Operation;
  /** Decoded values of the path's parameters, as text. */
  readonly path: Readonly<Record<string, string>>;
  /** True when the request left out the version prefix that the documents state (VOL-10). */
  readonly unversioned: boolean;
}

export interface MatchRequest {
  readonly interface: InterfaceName;
  readonly method: string;
  /** Path of the request's URL, still encoded, without query. */
  readonly path: string;
  /** Path of the interface's base address, for example `/tenant/v1/`; empty by default. */
  readonly basePath?: string;
}

interface Route {
  readonly operation: Operation;
  readonly segments: readonly string[];
}

const segmentsOf = (path: string): readonly string[] => path.split("/").filter((segment) => segment !== "");

const bucket = (interfaceName: InterfaceName, method: string, length: number): string =>
  `${interfaceName} ${method} ${length}`;

const isParameter = (segment: string): boolean => segment.startsWith("{");

/** Literal segments come before parameters, so that `/api/Contact/ByReference/…` is never taken for an id. */
const byLiterals = (a: Route, b: Route): number =>
  a.segments.filter(isParameter).length - b.segments.filter(isParameter).length;

const routes: ReadonlyMap<string, readonly Route[]> = Map.groupBy(
  Object.values<Operation>(operations)
    .map((operation): Route => ({ operation, segments: segmentsOf(operation.path) }))
    .toSorted(byLiterals),
  ({ operation, segments }) => bucket(operation.interface, operation.method, segments.length),
);

const version = "v1";

const isVersioned = ({ path }: Operation): boolean => segmentsOf(path)[0] === version;

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** Paths are told apart without regard to case, as servers of this kind route them; parameters keep theirs. */
const sameSegment = (template: string, segment: string): boolean =>
  template.toLowerCase() === segment.toLowerCase();

const fits = ({ segments }: Route, path: readonly string[]): boolean =>
  segments.every(
    (template, index) => isParameter(template) || sameSegment(template, decoded(path[index] ?? "")),
  );

const matchSegments = (
  request: MatchRequest,
  path: readonly string[],
): Omit<OperationMatch, "unversioned"> | undefined => {
  const candidates = routes.get(bucket(request.interface, request.method.toUpperCase(), path.length));
  const route = candidates?.find((candidate) => fits(candidate, path));
  if (route === undefined) return undefined;
  const values = route.segments.flatMap((template, index) =>
    isParameter(template) ? [[template.slice(1, -1), decoded(path[index] ?? "")] as const] : [],
  );
  return { operation: route.operation, path: Object.fromEntries(values) };
};

const startsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((segment, index) => path[index] === segment);

/**
 * The documented operation a request is meant for, or undefined. A base address may carry a path prefix, and may or
 * may not already hold the version prefix; a path without the version is recognized and marked `unversioned`.
 */
export const matchOperation = (request: MatchRequest): OperationMatch | undefined => {
  const base = segmentsOf(request.basePath ?? "");
  const prefix = base.at(-1) === version ? base.slice(0, -1) : base;
  const path = segmentsOf(request.path);
  if (!startsWith(path, prefix)) return undefined;
  const rest = path.slice(prefix.length);
  const exact = matchSegments(request, rest);
  if (exact !== undefined) return { ...exact, unversioned: false };
  const versioned = matchSegments(request, [version, ...rest]);
  return versioned !== undefined && isVersioned(versioned.operation)
    ? { ...versioned, unversioned: true }
    : undefined;
};
