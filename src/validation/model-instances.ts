import { childPointer, tokensOf, valueAt } from "../formats/json-pointer.ts";
import { type Condition, instanceConditions, modelInstances } from "../generated/model-instances.ts";
import { operations } from "../generated/operations.ts";
import type { ModelInstance } from "../model/check.ts";
import { type Operation, responseFor } from "../model/operation.ts";
import { bestBranch } from "./best-branch.ts";
import { compiledFor } from "./compiled.ts";

const table: Readonly<Record<string, Operation>> = operations;

/** A value on the way along a pattern, with its pointer. */
const step = (found: readonly ModelInstance[], token: string): readonly ModelInstance[] =>
  found.flatMap(({ pointer, value }) => {
    if (typeof value !== "object" || value === null) return [];
    const entries = Object.entries(value);
    const taken = token === "*" ? entries : entries.filter(([key]) => key === token);
    return taken.map(([key, inner]) => ({ pointer: childPointer(pointer, key), value: inner as unknown }));
  });

const along = (body: unknown, pattern: string): readonly ModelInstance[] =>
  tokensOf(pattern).reduce(step, [{ pointer: "", value: body }]);

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
  return (modelInstances[key]?.[model] ?? []).flatMap((pattern) => {
    const conditions = instanceConditions[`${key} ${model} ${pattern}`] ?? [];
    return along(body, pattern).filter(({ pointer }) =>
      conditions.every((condition) => holds(operation, condition, body, pointer)),
    );
  });
};
