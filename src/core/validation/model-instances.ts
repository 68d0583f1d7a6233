import { childPointer, tokensOf, valueAtPointer } from "../formats/json-pointer.ts";
import type { ModelInstance } from "../model/check.ts";
import type { ContractSchemas, InstanceCondition } from "../model/contract-schemas.ts";
import { madeFor } from "../model/made-once.ts";
import { type Operation, responseFor } from "../model/operation.ts";
import { bestBranch } from "./best-branch.ts";

const none: readonly ModelInstance[] = [];

/** A location of a model in a body, compiled from its pattern. */
interface ModelLocation {
  readonly tokens: readonly string[];
  readonly conditions: readonly InstanceCondition[];
}

const anyOf = (value: object, depth: number, pointer: string, walk: Walk): void => {
  if (Array.isArray(value))
    for (let index = 0; index < value.length; index += 1) walk(value[index], depth, `${pointer}/${index}`);
  else for (const [name, inner] of Object.entries(value)) walk(inner, depth, childPointer(pointer, name));
};

type Walk = (value: unknown, depth: number, pointer: string) => void;

/** Every body is walked for every model, so this allocates nothing unless something is found. */
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

/** The part of a pointer that corresponds to a condition's pattern, which is at most as long. */
const ancestor = (pointer: string, pattern: string): string =>
  childPointer("", ...tokensOf(pointer).slice(0, tokensOf(pattern).length));

const createLocations = (
  contract: ContractSchemas,
): ((key: string) => (model: string) => readonly ModelLocation[]) =>
  madeFor((key: string) =>
    madeFor((model: string) =>
      (contract.modelInstances[key]?.[model] ?? []).map((pattern) => ({
        tokens: tokensOf(pattern),
        conditions: contract.instanceConditions[`${key} ${model} ${pattern}`] ?? [],
      })),
    ),
  );

export const createInstances = (
  contract: ContractSchemas,
  operationOf: (id: string) => Operation,
): ((operation: string, status: number, body: unknown, model: string) => readonly ModelInstance[]) => {
  const locationsOf = createLocations(contract);
  const holds = (
    operation: Operation,
    { union, branch, pattern }: InstanceCondition,
    body: unknown,
    pointer: string,
  ): boolean => {
    const compiled = contract.compiled(operation.interface);
    const branches = compiled.unions[union];
    if (branches === undefined) throw new Error(`there is no choice at ${union}`);
    return bestBranch(compiled, branches, valueAtPointer(body, ancestor(pointer, pattern))).index === branch;
  };
  return (id, status, body, model) => {
    const operation = operationOf(id);
    const key = responseFor(operation, status)?.validator;
    if (key === undefined || body === undefined) return none;
    const all = locationsOf(key)(model);
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
};
