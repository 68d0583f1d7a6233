import type { JsonObject } from "../../core/model/json-object.ts";
import { isAnnotation, takesAnything } from "../schemas/schema.ts";
import type { Conjunction, SchemaChoice, SchemaPart } from "./schema-part.ts";
import { commonTo, possibleValues, statedTypes, type ValueKind } from "./value-shape.ts";

/** Keywords that lead to other schemas of the same value. */
const leading = new Set(["$ref", "$defs", "allOf", "anyOf", "oneOf"]);

/** Keywords that say nothing with these values. */
const idle: Readonly<Record<string, (value: unknown) => boolean>> = {
  minLength: (value) => value === 0,
  minItems: (value) => value === 0,
  minProperties: (value) => value === 0,
  uniqueItems: (value) => value === false,
  required: (value) => Array.isArray(value) && value.length === 0,
  items: takesAnything,
  additionalProperties: takesAnything,
  unevaluatedProperties: takesAnything,
  unevaluatedItems: takesAnything,
};

const saysOnly = ({ keywords }: SchemaPart, allowed: readonly string[]): boolean =>
  Object.entries(keywords).every(
    ([keyword, value]) =>
      isAnnotation(keyword) ||
      leading.has(keyword) ||
      allowed.includes(keyword) ||
      (Object.hasOwn(idle, keyword) && idle[keyword]?.(value) === true),
  );

/** Whether a part says nothing itself. */
export const saysNothing = (part: SchemaPart): boolean => saysOnly(part, []);

const typesIn = ({ parts }: Conjunction): ReadonlySet<ValueKind> | undefined =>
  commonTo(parts.map(statedTypes));

const valuesIn = (conjunction: Conjunction): ReadonlyMap<string, unknown> | undefined =>
  possibleValues(conjunction.parts, typesIn(conjunction));

/** Whether null is the only value. */
export const isOnlyNull = (conjunction: Conjunction): boolean => {
  const values = valuesIn(conjunction);
  if (values !== undefined) return values.size === 1 && values.has("null");
  const types = typesIn(conjunction);
  return types !== undefined && types.size === 1 && types.has("null");
};

/** Whether an alternative states types of which null is one, so that null is an alternative of its own. */
export const isNullable = (conjunction: Conjunction): boolean =>
  typesIn(conjunction)?.has("null") === true && valuesIn(conjunction)?.has("null") !== false;

const otherThanNull = ["boolean", "string", "number", "array", "object"];

/** An alternative without null. */
export const withoutNull = (schema: JsonObject): JsonObject =>
  "type" in schema ? { allOf: [schema], type: otherThanNull } : { ...schema, type: otherThanNull };

/** Whether no two sets have a member in common. */
const areApart = (sets: readonly ReadonlySet<unknown>[]): boolean => {
  const all = sets.flatMap((set) => [...set]);
  return new Set(all).size === all.length;
};

/** Types as a schema writes them. */
const asWritten = (types: ReadonlySet<ValueKind>): readonly string[] =>
  [...types].filter((type) => type !== "integer" || !types.has("number"));

/** Alternatives that only state types, or only values, as the keywords of one schema. */
export const foldedTogether = (
  alternatives: readonly Conjunction[],
  keyword: SchemaChoice["keyword"],
): JsonObject | undefined => {
  const say = (...allowed: readonly string[]): boolean =>
    alternatives.every(
      ({ parts, choices }) => choices.length === 0 && parts.every((part) => saysOnly(part, allowed)),
    );
  if (!say("type", "const", "enum")) return undefined;
  const isDisjoint = (sets: readonly ReadonlySet<unknown>[]): boolean =>
    keyword === "anyOf" || areApart(sets);
  const types = alternatives.map(typesIn);
  if (say("type") && types.every((one) => one !== undefined))
    return isDisjoint(types) ? { type: asWritten(new Set(types.flatMap((one) => [...one]))) } : undefined;
  const values = alternatives.map(valuesIn);
  if (!values.every((one) => one !== undefined)) return undefined;
  return isDisjoint(values.map((one) => new Set(one.keys())))
    ? { enum: [...new Map(values.flatMap((one) => [...one])).values()] }
    : undefined;
};
