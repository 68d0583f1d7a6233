import * as fc from "fast-check";
import { isObject, type JsonObject } from "../core/model/json-object.ts";
import { isText, textsOf } from "../documents/json.ts";
import { bannedNames } from "../documents/schemas/compilable.ts";
import { flatten } from "../documents/schemas/flatten.ts";
import { asSchema, type Schema, soleReference } from "../documents/schemas/schema.ts";
import type { ModelArbitrary } from "./model-arbitrary.ts";
import * as a from "./shapes.ts";

/** A value with which a schema ends that refers back to itself; undefined if none is known. */
type LeastValue = (schema: Schema) => unknown;

/** The keywords of these names that hold a number. */
const numbersIn = <const Name extends string>(
  schema: JsonObject,
  ...names: readonly Name[]
): { readonly [Each in Name]?: number } =>
  // One entry for each name that holds a number.
  Object.fromEntries(
    names.flatMap((name): [string, number][] => {
      const value = schema[name];
      return typeof value === "number" ? [[name, value]] : [];
    }),
  ) as { readonly [Each in Name]?: number };

const patternOf = ({ pattern }: JsonObject): RegExp | undefined => {
  if (!isText(pattern)) return undefined;
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
};

const ofText = (schema: JsonObject): ModelArbitrary => {
  const { format } = schema;
  const pattern = patternOf(schema);
  return a.text({
    ...numbersIn(schema, "minLength", "maxLength"),
    ...(isText(format) && a.isKnownFormat(format) ? { format } : {}),
    ...(pattern === undefined ? {} : { pattern }),
  });
};

const ofInteger = (schema: JsonObject): ModelArbitrary => {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  return a.integer({
    ...numbersIn(schema, "minimum", "maximum", "multipleOf"),
    ...(typeof above === "number" ? { minimum: Math.floor(above) + 1 } : {}),
    ...(typeof below === "number" ? { maximum: Math.ceil(below) - 1 } : {}),
  });
};

const ofNumber = (schema: JsonObject): ModelArbitrary => {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  return a.number({
    ...numbersIn(schema, "minimum", "maximum", "multipleOf"),
    ...(typeof above === "number" ? { minimum: above } : {}),
    ...(typeof below === "number" ? { maximum: below } : {}),
  });
};

const isLiteral = (value: unknown): value is a.ListedValue =>
  ["string", "number", "boolean"].includes(typeof value);

const ofValues = (values: readonly unknown[], { format }: JsonObject): ModelArbitrary => {
  const [first, ...others] = values.filter((value) => value !== null);
  if (!isLiteral(first) || !others.every(isLiteral)) return a.oneOfAny(values);
  const shape = a.oneOf([first, ...others], isText(format) && a.isKnownFormat(format) ? format : undefined);
  return values.includes(null) ? a.nullable(shape) : shape;
};

/** Makes the arbitrary of a part of a schema. */
interface Parts {
  ofSchema(schema: Schema): ModelArbitrary;
  /** Whether a part leads back to what is being made. */
  isRecursive(schema: Schema): boolean;
}

const ofList = (schema: JsonObject, { ofSchema, isRecursive }: Parts): ModelArbitrary => {
  const items = asSchema(schema["items"]);
  return a.array(ofSchema(items), {
    ...(isRecursive(items) ? { maxItems: 2 } : {}),
    ...numbersIn(schema, "minItems", "maxItems"),
    isSet: schema["uniqueItems"] === true,
  });
};

const ofObject = (schema: JsonObject, { ofSchema }: Parts): ModelArbitrary => {
  const { properties, additionalProperties: further } = schema;
  const required = textsOf(schema["required"]);
  // What a request only repeats is `true`: it is left out.
  const entries = Object.entries(isObject(properties) ? properties : {}).filter(
    ([name, property]) => property !== true || required.includes(name),
  );
  if (entries.length === 0 && required.length === 0 && isObject(further))
    return a.dictionary(ofSchema(further));
  const part = (isRequired: boolean): Readonly<Record<string, ModelArbitrary>> =>
    Object.fromEntries(
      entries
        .filter(([name]) => required.includes(name) === isRequired)
        .map(([name, property]) => [name, ofSchema(asSchema(property))]),
    );
  const unnamed = required.filter((name) => !entries.some(([known]) => known === name));
  const others = Object.fromEntries(
    unnamed.map((name) => [name, isObject(further) ? ofSchema(further) : a.anything()]),
  );
  const record = a.record({ ...part(true), ...others }, part(false));
  if (further === false) return a.closed(record);
  return further === undefined ? record : a.open(record, ofSchema(asSchema(further)));
};

const ofType = (type: string, schema: JsonObject, parts: Parts): ModelArbitrary => {
  switch (type) {
    case "string":
      return ofText(schema);
    case "integer":
      return ofInteger(schema);
    case "number":
      return ofNumber(schema);
    case "boolean":
      return a.truth();
    case "array":
      return ofList(schema, parts);
    default:
      return ofObject(schema, parts);
  }
};

const ofTypes = (schema: JsonObject, parts: Parts): ModelArbitrary => {
  const stated = isText(schema["type"]) ? [schema["type"]] : textsOf(schema["type"]);
  const implied = isObject(schema["properties"]) || "required" in schema ? ["object"] : [];
  const types = stated.length > 0 ? stated : implied;
  const [only, ...others] = types.filter((type) => type !== "null");
  if (only === undefined) return types.includes("null") ? a.oneOfAny([null]) : a.anything();
  const first = ofType(only, schema, parts);
  const shape =
    others.length === 0 ? first : a.eitherOf(first, ...others.map((type) => ofType(type, schema, parts)));
  return types.includes("null") ? a.nullable(shape) : shape;
};

const ofFlat = (schema: Schema, parts: Parts): ModelArbitrary => {
  if (!isObject(schema)) return a.anything();
  const { not, ...rest } = schema;
  const banned = bannedNames(asSchema(not));
  if (banned.length > 0) return banned.reduce((inner, name) => a.banning(inner, name), ofFlat(rest, parts));
  const { anyOf, oneOf, ...common } = schema;
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches))
    return a.eitherOf(...branches.map((branch) => parts.ofSchema({ ...common, allOf: [asSchema(branch)] })));
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  return Array.isArray(values) ? ofValues(values, schema) : ofTypes(schema, parts);
};

/** Arbitraries of the schemas of a document, each model's made once. */
export const createSchemaArbitraries = (models: ReadonlyMap<string, Schema>, leastValue: LeastValue) => {
  const made = new Map<string, ModelArbitrary>();
  const underWay = new Set<string>();

  const ofModel = (name: string): ModelArbitrary => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const schema = models.get(name) ?? true;
    if (underWay.has(name)) return a.later(() => ofModel(name), leastValue(schema));
    underWay.add(name);
    const model = ofSchema(schema);
    underWay.delete(name);
    made.set(name, model);
    return model;
  };

  const ofSchema = (schema: Schema): ModelArbitrary => {
    const name = soleReference(schema);
    return name === undefined ? ofFlat(flatten(schema, models), parts) : ofModel(name);
  };

  const parts: Parts = { ofSchema, isRecursive: (schema) => underWay.has(soleReference(schema) ?? "") };
  return { ofModel, ofSchema };
};

/** Whether any of some values, which a seed decides, is as wanted. */
export const isEver = <Value>(
  values: fc.Arbitrary<Value>,
  isWanted: (value: Value) => boolean,
  numRuns: number,
): boolean => fc.sample(values, { numRuns, seed: 1 }).some(isWanted);
