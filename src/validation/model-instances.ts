import { childPointer, tokensOf, valueAt } from "../formats/json-pointer.ts";
import { type Condition, instanceConditions, modelInstances } from "../generated/model-instances.ts";
import { operations } from "../generated/operations.ts";
import type { ModelInstance } from "../model/check.ts";
import { type Operation, responseFor } from "../model/operation.ts";
import { bestBranch } from "./best-branch.ts";
import { compiledFor } from "./compiled.ts";

const none: readonly ModelInstance[] = [];

const table: Readonly<Record<string, Operation>> = operations;

/** Where a model stands in a body, compiled from its pattern once. */
interface Place {
  readonly tokens: readonly string[];
  readonly conditions: readonly Condition[];
}

const places = new Map<string, Map<string, readonly Place[]>>();

const compilePlaces = (key: string, model: string): readonly Place[] =>
  (modelInstances[key]?.[model] ?? []).map((pattern) => ({
    tokens: tokensOf(pattern),
    conditions: instanceConditions[`${key} ${model} ${pattern}`] ?? [],
  }));

const placesOf = (key: string, model: string): readonly Place[] => {
  let ofKey = places.get(key);
  if (ofKey === undefined) places.set(key, (ofKey = new Map()));
  let known = ofKey.get(model);
  if (known === undefined) ofKey.set(model, (known = compilePlaces(key, model)));
  return known;
};

const anyOf = (value: object, depth: number, pointer: string, walk: Walk): void => {
  if (Array.isArray(value))
    for (let index = 0; index < value.length; index += 1) walk(value[index], depth, `${pointer}/${index}`);
  else for (const [name, inner] of Object.entries(value)) walk(inner, depth, childPointer(pointer, name));
};

type Walk = (value: unknown, depth: number, pointer: string) => void;

/** Every body is walked for every model: without garbage where nothing is found. */
const along = (body: unknown, tokens: readonly string[]): readonly ModelInstance[] => {
  const found: ModelInstance[] = [];
  const walk: Walk = (value, depth, pointer) => {
    const token = tokens[depth];
    if (token === undefined) found.push({ pointer, value });
    else if (typeof value !== "object" || value === null) return;
    else if (token === "*") anyOf(value, depth + 1, pointer, walk);
    else if (Object.hasOwn(value, token)) {
      // An own property of an object.
      const inner = (value as Readonly<Record<string, unknown>>)[token];
      walk(inner, depth + 1, childPointer(pointer, token));
    }
  };
  walk(body, 0, "");
  return found;
};

/** The part of a pointer that a condition's pattern, as long or shorter, leads to. */
const ancestor = (pointer: string, pattern: string): string =>
  childPointer("", ...tokensOf(pointer).slice(0, tokensOf(pattern).length));

const holds = (
  operation: Operation,
  { union, branch, pattern }: Condition,
  body: unknown,
  pointer: string,
): boolean => {
  const branches = compiledFor(operation.interface).unions[union];
  if (branches === undefined) throw new Error(`there is no choice at ${union}`);
  return (
    bestBranch(operation.interface, branches, valueAt(body, ancestor(pointer, pattern))).index === branch
  );
};

/**
 * Every place in a response body where the documents put a named model, with what stands there: broken values
 * included, absent properties not. Behind a choice only the branch that fits best counts.
 * @throws Error for an operation that is not documented.
 */
export const instances = (
  operationId: string,
  status: number,
  body: unknown,
  model: string,
): readonly ModelInstance[] => {
  const operation = Object.hasOwn(table, operationId) ? table[operationId] : undefined;
  if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
  const key = responseFor(operation, status)?.validator;
  if (key === undefined || body === undefined) return [];
  const all = placesOf(key, model);
  if (all.length === 0) return none;
  return all.flatMap(({ tokens, conditions }) => {
    const found = along(body, tokens);
    return conditions.length === 0
      ? found
      : found.filter(({ pointer }) =>
          conditions.every((condition) => holds(operation, condition, body, pointer)),
        );
  });
};
