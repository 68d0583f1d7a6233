import type { ContractSchemas } from "../model/contract-schemas.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { isWrittenAs, type Method, type Operation, type ScalarType } from "../model/operation.ts";

/** A segment of the compiled paths: lowercase words, or parameters by type. */
interface Step {
  readonly words: Map<string, Step>;
  readonly values: Map<ScalarType, Step>;
  readonly ends: { readonly method: Method; readonly operation: Operation }[];
}

const newStep = (): Step => ({ words: new Map(), values: new Map(), ends: [] });

/** Also one of which only a part is a parameter, such as `{id}.json`. */
const isParameter = (segment: string): boolean => segment.includes("{");

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

/** Parameter types recognized by their values, narrowest first. */
const types = ["integer", "number", "boolean", "string"] as const;

/** Words before parameters, and only values of the documented type: `/api/Contact/Types` is never an id. */
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

/** A decoded path segment; one that cannot be decoded stays unchanged. */
export const decodedSegment = (segment: string): string => {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** Whether decoded path segments begin with those of a base address. */
export const isBelow = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((segment, index) => path[index] === segment);

export interface OperationMatch {
  readonly operation: Operation;
  /** Decoded values of the path's parameters, as text. */
  readonly path: Readonly<Record<string, string>>;
  /** True if the request omitted the version prefix stated in the OpenAPI documents. */
  readonly unversioned: boolean;
}

const parametersOf = (operation: Operation, path: readonly string[]): OperationMatch["path"] =>
  Object.fromEntries(
    segmentsOf(operation.path).flatMap((template, index) =>
      /^\{[^{}]*\}$/.test(template) ? [[template.slice(1, -1), path[index] ?? ""] as const] : [],
    ),
  );

/** What a matcher needs of a contract. */
export interface MatchedDocuments extends Pick<ContractSchemas, "interfaces" | "operations"> {
  /** By interface. The prefix of all its documented paths, such as `/v1`, which requests may omit. */
  readonly described: Readonly<Record<string, { readonly versionPrefix?: string }>>;
}

export type OperationMatcher = ReturnType<typeof createOperationMatcher>;

export const createOperationMatcher = (documents: MatchedDocuments) => {
  const all = Object.values(documents.operations);
  const anywhere = compile(all);
  const ofInterface = new Map<string, Step>(
    documents.interfaces.map((name) => [name, compile(all.filter((one) => one.interface === name))]),
  );
  const versionOf = (name: string): readonly string[] =>
    segmentsOf(documents.described[name]?.versionPrefix ?? "");

  /** Words ignore case; a segment that does not have its parameter's type belongs to an undocumented path. */
  const at = (
    name: InterfaceName | undefined,
    method: string,
    path: readonly string[],
    from: number,
  ): Operation | undefined => {
    const paths = name === undefined ? anywhere : ofInterface.get(name);
    return paths === undefined ? undefined : walk(paths, path, from, method);
  };
  /** The operation whose documented path has the interface's version before this one. */
  const unversioned = (
    name: InterfaceName,
    method: string,
    path: readonly string[],
  ): Operation | undefined => {
    const version = versionOf(name);
    return version.length === 0 ? undefined : at(name, method, [...version, ...path], 0);
  };

  return {
    isInterface: (name: string): name is InterfaceName => ofInterface.has(name),
    /** Whether a documented path begins with this word, so that what precedes it may be a prefix. */
    isFirstWord: (segment: string) => anywhere.words.has(segment.toLowerCase()),
    at,
    unversioned,
    /** A base address may have a path prefix; a path without the version is recognized as `unversioned`. */
    match({
      interface: name,
      method: asked,
      path: encoded,
      basePath = "",
    }: {
      readonly interface: InterfaceName;
      readonly method: string;
      /** Path of the request's URL, still encoded, without query. */
      readonly path: string;
      /** Path of the interface's base address, for example `/tenant/v1/`; empty by default. */
      readonly basePath?: string;
    }): OperationMatch | undefined {
      const version = versionOf(name);
      const base = segmentsOf(basePath).map(decodedSegment);
      const isVersioned = version.length > 0 && isBelow(base.slice(-version.length), version);
      const prefix = isVersioned ? base.slice(0, -version.length) : base;
      const whole = segmentsOf(encoded).map(decodedSegment);
      if (!isBelow(whole, prefix)) return undefined;
      const path = whole.slice(prefix.length);
      const method = asked.toUpperCase();
      const exact = at(name, method, path, 0);
      if (exact !== undefined)
        return { operation: exact, path: parametersOf(exact, path), unversioned: false };
      const operation = unversioned(name, method, path);
      return (
        operation && { operation, path: parametersOf(operation, [...version, ...path]), unversioned: true }
      );
    },
  };
};
