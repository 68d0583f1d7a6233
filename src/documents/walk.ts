import { childPointer } from "../core/formats/json-pointer.ts";
import { isObject, type JsonObject } from "../core/model/json-object.ts";

export interface Visit {
  readonly pointer: string;
  readonly value: JsonObject;
}

/** Keywords whose object maps free names to parts, so a name in it is not a keyword. */
const nameMaps = new Set([
  "paths",
  "webhooks",
  "schemas",
  "responses",
  "parameters",
  "requestBodies",
  "headers",
  "securitySchemes",
  "links",
  "callbacks",
  "pathItems",
  "content",
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
]);

/** Keywords whose value is an example or a literal, in which keywords have no meaning. */
const literals = new Set(["example", "default", "const", "enum"]);

const isLiteral = (key: string, value: unknown): boolean =>
  literals.has(key) || (key === "examples" && Array.isArray(value));

/** Every object of an OpenAPI document except those inside examples and literals. */
export const walk = (root: unknown): readonly Visit[] => {
  const visits: Visit[] = [];
  visit(root, "", false, visits);
  return visits;
};

const visit = (value: unknown, pointer: string, isNameMap: boolean, visits: Visit[]): void => {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) visit(item, childPointer(pointer, index), false, visits);
  if (!isObject(value)) return;
  if (!isNameMap) visits.push({ pointer, value });
  for (const [key, child] of Object.entries(value)) {
    if (!isNameMap && isLiteral(key, child)) continue;
    if (!isNameMap && key === "examples")
      visits.push(...exampleReferences(child, childPointer(pointer, key)));
    else visit(child, childPointer(pointer, key), !isNameMap && nameMaps.has(key), visits);
  }
};

/** Named examples may be references; their values are literals. */
const exampleReferences = (examples: unknown, pointer: string): readonly Visit[] =>
  isObject(examples)
    ? Object.entries(examples).flatMap(([name, example]) =>
        isObject(example) && "$ref" in example
          ? [{ pointer: childPointer(pointer, name), value: example }]
          : [],
      )
    : [];
