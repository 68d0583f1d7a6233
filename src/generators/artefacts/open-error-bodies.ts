import { isObject, type JsonObject } from "../../core/model/json-object.ts";

const valuesOf = (value: unknown): readonly unknown[] => (isObject(value) ? Object.values(value) : []);

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

/** What a reference within a document leads to; anything else is what it is. */
const resolved = (root: unknown, value: unknown): unknown => {
  const reference = at(value, "$ref");
  return typeof reference === "string" ? at(root, ...reference.split("/").slice(1)) : value;
};

const isError = (status: string): boolean => status === "default" || Number(status[0]) >= 4;

const isOpen = (schema: unknown): boolean =>
  isObject(schema) && Object.keys(schema).every((name) => name === "description" || name.startsWith("x-"));

/** The media type objects of an operation's errors, in a complete OpenAPI document. */
const errorsOf = (root: unknown, operation: unknown): readonly JsonObject[] =>
  Object.entries(at(operation, "responses") ?? {})
    .filter(([status]) => isError(status))
    .flatMap(([, response]) => valuesOf(at(resolved(root, response), "content")))
    .filter(isObject);

/**
 * The media type objects of errors whose bodies nothing is stated of, in operations that state others. As `unknown` they
 * would swallow the others in a union of all errors, which is what clients such as openapi-fetch give.
 */
export const openErrorBodies = (root: unknown): readonly JsonObject[] =>
  valuesOf(at(root, "paths"))
    .flatMap(valuesOf)
    .flatMap((operation) => {
      const errors = errorsOf(root, operation);
      const open = errors.filter(({ schema }) => isOpen(resolved(root, schema)));
      return open.length === errors.length ? [] : open;
    });
