import { operations } from "../../contract/generated/operations.ts";
import { interfaceNames, type InterfaceName } from "../model/interface-name.ts";
import { isWrittenAs, type Method, type Operation, type ScalarType } from "../model/operation.ts";

/** A step of the compiled paths: words in lower case, or values of a type where a parameter stands. */
interface Step {
  readonly words: Map<string, Step>;
  readonly values: Map<ScalarType, Step>;
  readonly ends: { readonly method: Method; readonly operation: Operation }[];
}

const newStep = (): Step => ({ words: new Map(), values: new Map(), ends: [] });

const isParameter = (segment: string): boolean => segment.startsWith("{");

const segmentsOf = (path: string): readonly string[] => path.split("/").filter((segment) => segment !== "");

const nextStep = <Key>(steps: Map<Key, Step>, key: Key): Step => {
  const next = steps.get(key) ?? newStep();
  steps.set(key, next);
  return next;
};

const typeOf = ({ parameters }: Operation, template: string): ScalarType =>
  parameters.find(({ in: where, name }) => where === "path" && `{${name}}` === template)?.type ?? "string";

const compile = (all: readonly Operation[]): Step => {
  const root = newStep();
  for (const operation of all) {
    let step = root;
    for (const segment of segmentsOf(operation.path))
      step = isParameter(segment)
        ? nextStep(step.values, typeOf(operation, segment))
        : nextStep(step.words, segment.toLowerCase());
    step.ends.push({ method: operation.method, operation });
  }
  return root;
};

const all: readonly Operation[] = Object.values<Operation>(operations);

const anywhere = compile(all);

const ofInterface: ReadonlyMap<InterfaceName, Step> = new Map(
  interfaceNames.map((name) => [name, compile(all.filter((operation) => operation.interface === name))]),
);

/** The types by what their values look like, the narrowest first. */
const types = ["integer", "number", "boolean", "string"] as const;

/**
 * Words come before parameters, so that `/api/Contact/ByReference/…` is never taken for an id, and a parameter takes
 * only what is of its documented type, so that `/api/Contact/Types` is none either.
 */
const walk = (step: Step, path: readonly string[], at: number, method: string): Operation | undefined => {
  if (at === path.length) return step.ends.find((end) => end.method === method)?.operation;
  const segment = path[at] ?? "";
  const word = step.words.get(segment.toLowerCase());
  const found = word && walk(word, path, at + 1, method);
  if (found !== undefined || step.values.size === 0) return found;
  for (const type of types) {
    const value = step.values.get(type);
    const operation = value && isWrittenAs(type, segment) ? walk(value, path, at + 1, method) : undefined;
    if (operation !== undefined) return operation;
  }
  return undefined;
};

/** A segment of a path as it is meant; one that cannot be decoded stays as it stands. */
export const decodedSegment = (segment: string): string => {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** Whether a documented path begins with this word: what stands before it may be a prefix. */
export const isFirstWord = (segment: string): boolean => anywhere.words.has(segment.toLowerCase());

/**
 * The documented operation of a method (in capitals) and the decoded segments of a path from `at` to its end; without
 * an interface, of any of them. Words are told apart without regard to case, as servers of this kind route them; a
 * segment that is not of the type of the parameter in its place belongs to another, undocumented path.
 */
export const operationAt = (
  interfaceName: InterfaceName | undefined,
  method: string,
  path: readonly string[],
  at: number,
): Operation | undefined => {
  const paths = interfaceName === undefined ? anywhere : ofInterface.get(interfaceName);
  return paths === undefined ? undefined : walk(paths, path, at, method);
};

const version = "v1";

/** The operation whose documented path has a version before this one (VOL-10). */
export const unversionedOperation = (
  interfaceName: InterfaceName,
  method: string,
  path: readonly string[],
): Operation | undefined => operationAt(interfaceName, method, [version, ...path], 0);

/** Whether the decoded segments of a path begin with those of a base address. */
export const isBelow = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((segment, index) => path[index] === segment);

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

/** What stands where the documented path has its parameters. */
const parametersOf = (operation: Operation, path: readonly string[]): OperationMatch["path"] =>
  Object.fromEntries(
    segmentsOf(operation.path).flatMap((template, index) =>
      isParameter(template) ? [[template.slice(1, -1), path[index] ?? ""] as const] : [],
    ),
  );

/**
 * The documented operation a request is meant for, or undefined. A base address may carry a path prefix, and may or
 * may not already hold the version prefix; a path without the version is recognized and marked `unversioned`.
 */
export const matchOperation = (request: MatchRequest): OperationMatch | undefined => {
  const base = segmentsOf(request.basePath ?? "").map(decodedSegment);
  const prefix = base.at(-1) === version ? base.slice(0, -1) : base;
  const whole = segmentsOf(request.path).map(decodedSegment);
  if (!isBelow(whole, prefix)) return undefined;
  const path = whole.slice(prefix.length);
  const method = request.method.toUpperCase();
  const exact = operationAt(request.interface, method, path, 0);
  if (exact !== undefined) return { operation: exact, path: parametersOf(exact, path), unversioned: false };
  const operation = unversionedOperation(request.interface, method, path);
  return operation && { operation, path: parametersOf(operation, [version, ...path]), unversioned: true };
};
