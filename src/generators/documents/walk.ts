import { childPointer } from "../../harness/formats/json-pointer.ts";
import { isObject, type JsonObject } from "../../harness/model/json-object.ts";

export interface Visit {
  readonly pointer: string;
  readonly value: JsonObject;
}

/** Keywords whose object maps free names to parts, so that a name in it is not a keyword. */
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

/** Keywords whose value is an example or a literal, in which nothing means anything to us. */
const literals = new Set(["example", "default", "const", "enum"]);

const isLiteral = (key: string, value: unknown): boolean =>
  literals.has(key) || (key === "examples" && Array.isArray(value));

/** Every object of an OpenAPI document but those inside examples and literals. */
export const walk = (root: unknown): Iterable<Visit> => visits(root, "", false);

function* visits(value: unknown, pointer: string, isNameMap: boolean): Iterable<Visit> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* visits(item, childPointer(pointer, index), false);
    return;
  }
  if (!isObject(value)) return;
  if (!isNameMap) yield { pointer, value };
  for (const [key, child] of Object.entries(value)) {
    if (!isNameMap && isLiteral(key, child)) continue;
    if (!isNameMap && key === "examples") yield* exampleReferences(child, childPointer(pointer, key));
    else yield* visits(child, childPointer(pointer, key), !isNameMap && nameMaps.has(key));
  }
}

/** Named examples may be references; their values are literals. */
function* exampleReferences(examples: unknown, pointer: string): Iterable<Visit> {
  if (!isObject(examples)) return;
  for (const [name, example] of Object.entries(examples))
    if (isObject(example) && "$ref" in example)
      yield { pointer: childPointer(pointer, name), value: example };
}
