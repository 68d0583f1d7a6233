import { childPointer, tokensOf, valueAt } from "../../../harness/formats/json-pointer.ts";
import { isObject } from "../../../harness/model/json-object.ts";
import { isText, itemsOf } from "../../../generators/documents/json.ts";
import { pointerOf } from "../../../generators/documents/references.ts";

const choices = ["allOf", "anyOf", "oneOf"] as const;

/** Keywords that lead from a schema to one that a use can name. */
const named = new Set(["properties", "items", "additionalProperties"]);

/** A schema, and the location that it is known by. */
export interface SchemaLocation {
  readonly schema: unknown;
  readonly location: string;
  /** Nothing is declared there. */
  readonly isMissing?: true;
}

const isSchemaStart = (tokens: readonly string[], index: number): boolean =>
  (tokens[0] === "components" && tokens[1] === "schemas" && index === 3) ||
  (index > 2 && tokens[index - 1] === "schema");

/** A schema with all that is said of the same value elsewhere. */
export const alike = (
  root: unknown,
  at: SchemaLocation,
  seen = new Set<unknown>(),
): readonly SchemaLocation[] => {
  const { schema, location } = at;
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const reference = isText(schema["$ref"]) ? pointerOf(schema["$ref"]) : undefined;
  const referred =
    reference === undefined
      ? []
      : alike(root, { schema: valueAt(root, reference), location: reference }, seen);
  const parts = choices.flatMap((keyword) =>
    itemsOf(schema[keyword]).flatMap((part) => alike(root, { schema: part, location }, seen)),
  );
  return [at, ...referred, ...parts];
};

const step = (
  root: unknown,
  locations: readonly SchemaLocation[],
  tokens: readonly string[],
): readonly SchemaLocation[] => {
  const around = locations.flatMap((at) => alike(root, at));
  const found = around.flatMap(({ schema, location }): SchemaLocation[] => {
    const inner = tokens.reduce<unknown>(
      (value, token) => (isObject(value) ? value[token] : undefined),
      schema,
    );
    return inner === undefined ? [] : [{ schema: inner, location: childPointer(location, ...tokens) }];
  });
  if (found.length > 0) return found;
  // What is declared nowhere is looked for wherever it could be.
  const bases = around.length > 0 ? around : locations;
  return bases.map(({ location }) => ({
    schema: {},
    location: childPointer(location, ...tokens),
    isMissing: true,
  }));
};

const descend = (
  root: unknown,
  start: SchemaLocation,
  tokens: readonly string[],
): readonly SchemaLocation[] => {
  let locations: readonly SchemaLocation[] = [start];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? "";
    if (token === "properties") {
      locations = step(root, locations, [token, tokens[index + 1] ?? ""]);
      index += 1;
    } else if (named.has(token)) locations = step(root, locations, [token]);
  }
  return locations;
};

/** `…/parameters/0` is known by where the parameter is and what it is called. */
const parameterLocation = (
  root: unknown,
  tokens: readonly string[],
): { readonly base: string; readonly length: number } | undefined => {
  const index = tokens.indexOf("parameters");
  if (index < 2 || tokens[0] !== "paths") return undefined;
  const pointer = childPointer("", ...tokens.slice(0, index + 2));
  const value = valueAt(root, pointer);
  const parameter =
    isObject(value) && isText(value["$ref"]) ? valueAt(root, pointerOf(value["$ref"])) : value;
  if (!isObject(parameter)) return undefined;
  const base = childPointer(
    "",
    ...tokens.slice(0, index + 1),
    String(parameter["in"]),
    String(parameter["name"]),
  );
  return { base, length: index + 2 };
};

export const locationsAt = (root: unknown, pointer: string): readonly SchemaLocation[] => {
  const tokens = tokensOf(pointer);
  const parameter = parameterLocation(root, tokens);
  const start = tokens.findIndex((_, index) => isSchemaStart(tokens, index));
  const cut = start < 0 && isSchemaStart(tokens, tokens.length) ? tokens.length : start;
  if (cut < 0) return [{ schema: valueAt(root, pointer), location: parameter?.base ?? pointer }];
  const head = childPointer("", ...tokens.slice(0, cut));
  const isContent = tokens.includes("content");
  // The schema of a header or a parameter is known by what it is the schema of.
  const location =
    parameter?.base ?? (isContent || tokens[1] === "schemas" ? head : head.replace(/\/schema$/, ""));
  return descend(root, { schema: valueAt(root, head), location }, tokens.slice(cut));
};
