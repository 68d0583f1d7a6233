import type { InstanceCondition } from "../../core/model/contract-schemas.ts";
import { childPointer } from "../../core/formats/json-pointer.ts";
import { isText } from "../json.ts";
import { isObject } from "../../core/model/json-object.ts";
import { schemaNameOf } from "../references.ts";
import { definitionPath } from "./identity.ts";
import { asSchema, type Definition, type Schema, schemaPath } from "./schema.ts";

/** A location of a model in a body: a pointer with `*` for any item or name. */
export interface ModelLocation {
  readonly model: string;
  readonly pattern: string;
  readonly conditions: readonly InstanceCondition[];
}

interface Position {
  readonly schema: Schema;
  readonly path: string;
  readonly pattern: string;
  readonly conditions: readonly InstanceCondition[];
  /** The models on the path, so that a recursion ends at its first return. */
  readonly within: readonly string[];
}

/** As many locations of one body are visited. */
const mostLocations = 20_000;

/** Every location of a model in values of a definition; a recursive model is followed once. */
export const modelLocations = (
  definition: Definition,
  models: ReadonlyMap<string, Schema>,
): readonly ModelLocation[] => {
  let left = mostLocations;
  const visit = (position: Position): readonly ModelLocation[] => {
    const { schema } = position;
    left -= 1;
    if (!isObject(schema) || left < 0) return [];
    const name = isText(schema["$ref"]) ? schemaNameOf(schema["$ref"]) : undefined;
    return [...(name === undefined ? [] : enter(name, position)), ...inner(position).flatMap(visit)];
  };
  const enter = (name: string, position: Position): readonly ModelLocation[] => {
    const { pattern, conditions, within } = position;
    const here: ModelLocation = { model: name, pattern, conditions };
    const schema = models.get(name);
    if (schema === undefined || within.includes(name)) return [here];
    return [
      here,
      ...visit({ schema, path: definitionPath(name), pattern, conditions, within: [...within, name] }),
    ];
  };
  return visit({
    schema: definition.schema,
    path: definitionPath(definition.name),
    pattern: "",
    conditions: [],
    within: [],
  });
};

const inner = (position: Position): readonly Position[] => {
  const { schema, path, pattern } = position;
  if (!isObject(schema)) return [];
  const under = (keyword: string, token: string | undefined, inside: unknown): Position => ({
    ...position,
    schema: asSchema(inside),
    path: token === undefined || token === "*" ? schemaPath(path, keyword) : schemaPath(path, keyword, token),
    pattern: token === undefined ? pattern : childPointer(pattern, token),
  });
  const properties = isObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  return [
    ...properties.map(([name, property]) => under("properties", name, property)),
    ...["items", "additionalProperties"].flatMap((keyword) =>
      isObject(schema[keyword]) ? [under(keyword, "*", schema[keyword])] : [],
    ),
    ...branches(position),
  ];
};

const branches = (position: Position): readonly Position[] => {
  const { schema, path, pattern, conditions } = position;
  if (!isObject(schema)) return [];
  return ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const list = schema[keyword];
    if (!Array.isArray(list)) return [];
    return list.map((branch, index): Position => {
      const union = schemaPath(path, keyword);
      const condition: InstanceCondition = { union, branch: index, pattern };
      return {
        ...position,
        schema: asSchema(branch),
        path: schemaPath(union, index),
        conditions: keyword === "allOf" ? conditions : [...conditions, condition],
      };
    });
  });
};
