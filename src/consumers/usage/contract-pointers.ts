import { childPointer } from "../../core/formats/json-pointer.ts";

/** One step from a declaration towards the top of its file. */
export type TypeStep = { readonly name: string } | "items" | "additionalProperties";

export const schemaPointer = (base: string, steps: readonly TypeStep[]): string =>
  steps.reduce<string>(
    (pointer, step) =>
      typeof step === "string" ? childPointer(pointer, step) : childPointer(pointer, "properties", step.name),
    base,
  );

const isNamed = (step: TypeStep | undefined): step is { readonly name: string } =>
  step !== undefined && typeof step !== "string";

/** The pointer into a response or request body: headers, and a schema for each media type. */
const messagePointer = (base: string, steps: readonly TypeStep[]): string => {
  const [kind, name, ...rest] = steps;
  if (!isNamed(kind)) return base;
  const at = childPointer(base, kind.name);
  if (!isNamed(name)) return at;
  const named = childPointer(at, name.name);
  return schemaPointer(kind.name === "content" ? childPointer(named, "schema") : named, rest);
};

const parameterPointer = (base: string, steps: readonly TypeStep[]): string => {
  const [first, name, ...rest] = steps;
  if (!isNamed(first)) return base;
  const at = childPointer(base, first.name);
  return isNamed(name) ? schemaPointer(childPointer(at, name.name), rest) : at;
};

const operationPointer = (base: string, steps: readonly TypeStep[]): string => {
  const [part, ...rest] = steps;
  if (!isNamed(part)) return base;
  const at = childPointer(base, part.name);
  if (part.name === "parameters") return parameterPointer(at, rest);
  if (part.name === "requestBody") return messagePointer(at, rest);
  const [status, ...inner] = rest;
  return isNamed(status) ? messagePointer(childPointer(at, status.name), inner) : at;
};

const componentPointer = (steps: readonly TypeStep[]): string => {
  const [section, name, ...rest] = steps;
  if (!isNamed(section)) return "/components";
  const at = childPointer("/components", section.name);
  if (!isNamed(name)) return at;
  const named = childPointer(at, name.name);
  if (section.name === "responses" || section.name === "requestBodies") return messagePointer(named, rest);
  return schemaPointer(named, rest);
};

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

const pathPointer = (top: string, steps: readonly TypeStep[]): string => {
  const [path, method, ...rest] = steps;
  if (!isNamed(path)) return `/${top}`;
  const at = childPointer(`/${top}`, path.name);
  if (!isNamed(method)) return at;
  if (methods.has(method.name)) return operationPointer(childPointer(at, method.name), rest);
  return method.name === "parameters" ? parameterPointer(childPointer(at, "parameters"), rest) : at;
};

/**
 * The pointer of steps into a file of types; undefined outside what the document states.
 * @param operations pointers to operations, by their ids in the file
 */
export const pointerFrom = (
  operations: ReadonlyMap<string, string>,
  top: string,
  steps: readonly TypeStep[],
): string | undefined => {
  if (top === "components") return componentPointer(steps);
  if (top === "paths" || top === "webhooks") return pathPointer(top, steps);
  if (top !== "operations") return undefined;
  const [operation, ...rest] = steps;
  if (!isNamed(operation)) return "/paths";
  const base = operations.get(operation.name);
  return base === undefined ? undefined : operationPointer(base, rest);
};
