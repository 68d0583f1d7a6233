import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { isText, itemsOf } from "../json.ts";
import { isAnnotation, type Schema } from "../schemas/schema.ts";
import type { Conjunction, SchemaChoice, SchemaPart } from "./schema-part.ts";
import { commonTo, isAbout, possibleValues, statedTypes, type ValueKind } from "./value-shape.ts";

/** Keywords that lead to other schemas of the same value. */
const leading = new Set(["$ref", "$defs", "allOf", "anyOf", "oneOf"]);

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

/** Keywords that say nothing with these values. */
const idle: Readonly<Record<string, (value: unknown) => boolean>> = {
  minLength: (value) => value === 0,
  minItems: (value) => value === 0,
  minProperties: (value) => value === 0,
  uniqueItems: (value) => value === false,
  required: (value) => itemsOf(value).length === 0,
  properties: isEmpty,
  patternProperties: isEmpty,
  dependentRequired: isEmpty,
  dependentSchemas: isEmpty,
};

/** Keywords that say nothing if their schema allows every value. */
const idleIfOpen = new Set(["items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems"]);

/** Whether a keyword says nothing, given which schemas allow every value. */
const isIdle = (keyword: string, value: unknown, isOpen: (schema: unknown) => boolean): boolean =>
  isAnnotation(keyword) ||
  (Object.hasOwn(idle, keyword) && idle[keyword]?.(value) === true) ||
  (idleIfOpen.has(keyword) && isOpen(value));

/** Schemas in schemas that are looked through; what is deeper is taken to say something. */
const deepest = 50;

/**
 * Finds the schemas that allow every value, also by keywords that say nothing.
 * @param referred the schema that a reference leads to
 */
const createIsOpen = (
  referred: (reference: string) => Schema | undefined,
): ((schema: unknown) => boolean) => {
  const known = new Map<unknown, boolean>();

  /** What a schema contains allows all that it allows itself, until it is found not to. */
  const look = (schema: unknown, depth: number, assumed: Map<unknown, boolean>): boolean => {
    if (!isObject(schema)) return schema === true;
    const found = known.get(schema) ?? assumed.get(schema);
    if (found !== undefined || depth === deepest) return found ?? false;
    assumed.set(schema, true);
    const isOpen = (inner: unknown): boolean => look(inner, depth + 1, assumed);
    const result = Object.entries(schema).every(([keyword, value]) => {
      if (keyword === "$ref") return isText(value) && isOpen(referred(value));
      if (keyword === "allOf") return itemsOf(value).every(isOpen);
      if (keyword === "anyOf") return itemsOf(value).some(isOpen);
      if (keyword === "oneOf") return itemsOf(value).length === 1 && itemsOf(value).every(isOpen);
      return isIdle(keyword, value, isOpen);
    });
    assumed.set(schema, result);
    return result;
  };

  return (schema) => {
    const result = known.get(schema) ?? look(schema, 0, new Map());
    known.set(schema, result);
    return result;
  };
};

const typesIn = ({ parts }: Conjunction): ReadonlySet<ValueKind> | undefined =>
  commonTo(parts.map(statedTypes));

const valuesIn = (conjunction: Conjunction): ReadonlyMap<string, unknown> | undefined =>
  possibleValues(conjunction.parts, typesIn(conjunction));

/** Whether nothing but null is allowed beside the choices. */
const leavesNull = (conjunction: Conjunction): boolean => {
  const values = valuesIn(conjunction);
  if (values !== undefined) return values.size === 1 && values.has("null");
  const types = typesIn(conjunction);
  return types !== undefined && types.size === 1 && types.has("null");
};

const isRefused = ({ choices }: Conjunction): boolean => choices.some(({ allowsNull }) => !allowsNull);

/** Whether null is the only value. */
export const isOnlyNull = (conjunction: Conjunction): boolean =>
  leavesNull(conjunction) && !isRefused(conjunction);

/** Whether no value is allowed. */
export const isImpossible = (conjunction: Conjunction): boolean =>
  conjunction.isImpossible || (leavesNull(conjunction) && isRefused(conjunction));

/** Whether an alternative states types or values of which null is one, so that null is an alternative of its own. */
export const isNullable = (conjunction: Conjunction): boolean => {
  const [types, values] = [typesIn(conjunction), valuesIn(conjunction)];
  const isStated = values?.has("null") ?? types?.has("null") ?? false;
  return isStated && !isRefused(conjunction);
};

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
const foldedBy = (
  saysOnly: Folding["saysOnly"],
  alternatives: readonly Conjunction[],
  keyword: SchemaChoice["keyword"],
): JsonObject | undefined => {
  const say = (...allowed: readonly string[]): boolean =>
    alternatives.every((one) => {
      const possible = typesIn(one);
      return one.choices.length === 0 && one.parts.every((part) => saysOnly(part, allowed, possible));
    });
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

/** Reads what schemas say beside keywords that say nothing. */
export interface Folding {
  /**
   * Whether a part says nothing besides some keywords.
   * @param types those that a value may have; what is about others says nothing
   */
  saysOnly(part: SchemaPart, allowed: readonly string[], types?: ReadonlySet<ValueKind>): boolean;
  /** Whether a part says nothing itself. */
  saysNothing(part: SchemaPart): boolean;
  /** Alternatives that only state types, or only values, as the keywords of one schema. */
  foldedTogether(
    alternatives: readonly Conjunction[],
    keyword: SchemaChoice["keyword"],
  ): JsonObject | undefined;
}

/** @param referred the schema that a reference leads to */
export const createFolding = (referred: (reference: string) => Schema | undefined): Folding => {
  const isOpen = createIsOpen(referred);
  const saysOnly: Folding["saysOnly"] = ({ keywords }, allowed, types) =>
    Object.entries(keywords).every(
      ([keyword, value]) =>
        leading.has(keyword) ||
        allowed.includes(keyword) ||
        isIdle(keyword, value, isOpen) ||
        !isAbout(keyword, types),
    );
  return {
    saysOnly,
    saysNothing: (part) => saysOnly(part, []),
    foldedTogether: (alternatives, keyword) => foldedBy(saysOnly, alternatives, keyword),
  };
};
