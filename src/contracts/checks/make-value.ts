import { isObject } from "../../core/model/json-object.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import type { SchemaReading, SchemaView } from "./schema-view.ts";
import { textsFor } from "./texts.ts";

/** How much of what is optional a value holds. */
export type Extent = "least" | "most";

export interface Making {
  readonly reading: SchemaReading;
  readonly extent: Extent;
  /** Different numbers give different values where the schema leaves room. */
  readonly number: number;
  /** Which alternative of each choice to take, counted from 0. */
  readonly branch?: number;
  /** Whether stated examples are taken. */
  readonly usesExamples?: boolean;
  /** A value known for a property of this name. */
  known?(name: string): unknown;
}

/** Deeper objects hold only what is required; as deep again, noValue. */
const deepest = 5;

/** The value is left out: none can be made. */
export const noValue = Symbol("no value");

const numberOf = ({ keywords, types }: SchemaView, number: number): number => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = keywords;
  const isInteger = types.includes("integer");
  const step = typeof multipleOf === "number" && multipleOf > 0 ? multipleOf : 1;
  const above =
    typeof exclusiveMinimum === "number" ? exclusiveMinimum + (isInteger ? 1 : step / 2) : -Infinity;
  const below =
    typeof exclusiveMaximum === "number" ? exclusiveMaximum - (isInteger ? 1 : step / 2) : Infinity;
  const least = Math.max(typeof minimum === "number" ? minimum : -Infinity, above);
  const most = Math.min(
    typeof maximum === "number" ? maximum : Infinity,
    below,
    format === "int32" ? 2 ** 31 - 1 : Infinity,
  );
  const start = least > -Infinity ? Math.max(least, Math.min(1, most)) : Math.min(1, most);
  const value =
    Math.ceil(start / step) * step +
    step *
      (most === Infinity
        ? number % 100
        : number % Math.max(1, Math.min(100, Math.floor((most - start) / step) + 1)));
  return value <= most ? value : start;
};

const stated = ({ keywords }: SchemaView, usesExamples: boolean): unknown => {
  if (Object.hasOwn(keywords, "const")) return keywords["const"];
  const { example, examples } = keywords;
  if (usesExamples && example !== undefined) return example;
  if (usesExamples && Array.isArray(examples) && examples.length > 0) return examples[0];
  const values = keywords["enum"];
  if (usesExamples && keywords["default"] !== undefined) return keywords["default"];
  return Array.isArray(values) && values.length > 0 ? values.find((value) => value !== null) : noValue;
};

/** The branch of a choice, with the property that names it. */
const chosen = (schema: Schema, view: SchemaView, making: Making): Schema => {
  const { reading, branch = 0 } = making;
  const kind = view.branches.filter(
    (one) =>
      !reading.view(one).types.every((type) => type === "null") || reading.view(one).types.length === 0,
  );
  const options = kind.length > 0 ? kind : view.branches;
  const one = options[branch % options.length];
  return one === undefined ? schema : reading.choose(schema, one);
};

const nameOfBranch = (
  branch: Schema,
  { discriminator }: SchemaView,
  reading: SchemaReading,
): string | undefined => {
  const model = reading.modelOf(branch);
  const mapping = discriminator?.["mapping"];
  const mapped = isObject(mapping)
    ? Object.entries(mapping).find(([, to]) => typeof to === "string" && to.split("/").at(-1) === model)?.[0]
    : undefined;
  return mapped ?? model;
};

/** A value that a schema probably allows; `nothing` if none can be made. Only a validator knows. */
export const makeValue = (schema: Schema | undefined, making: Making, depth = 0): unknown => {
  const { reading, number, usesExamples = true } = making;
  if (schema === false) return noValue;
  const view = reading.view(schema);
  const given = stated(view, usesExamples);
  if (given !== noValue && given !== undefined) return given;
  if (view.branches.length > 0 && isObject(schema)) return chosenValue(schema, view, making, depth);
  const type = view.types.find((one) => one !== "null") ?? "any";
  switch (view.types.length > 0 && type === "any" ? "null" : type) {
    case "object":
      return objectFor(view, making, depth);
    case "array":
      return arrayFor(view, making, depth);
    case "string":
      return textsFor(view, number)[0] ?? noValue;
    case "integer":
    case "number":
      return numberOf(view, number);
    case "boolean":
      return number % 2 === 0;
    case "null":
      return null;
    default:
      return Object.keys(view.properties).length > 0 ? objectFor(view, making, depth) : `tripact${number}`;
  }
};

const chosenValue = (schema: Schema, view: SchemaView, making: Making, depth: number): unknown => {
  if (depth > 2 * deepest) return noValue;
  const one = chosen(schema, view, making);
  const value = makeValue(one, making, depth + 1);
  const { propertyName } = view.discriminator ?? {};
  if (typeof propertyName !== "string" || !isObject(value)) return value;
  const branch = view.branches[(making.branch ?? 0) % view.branches.length];
  const name = branch === undefined ? undefined : nameOfBranch(branch, view, making.reading);
  return name === undefined ? value : { ...value, [propertyName]: name };
};

const endWords =
  /^(?:ends?|until|expir|finish|stop|due|deadline|valid_?(?:to|until))|(?:End|Until|Expiry|Expiration)(?:Date|Time|At)?$/i;

/** A moment that a period ends with: later than those that others begin with, and not yet over. */
const endOf = (name: string, schema: Schema | undefined, making: Making): string | undefined => {
  const { keywords } = making.reading.view(schema);
  const { format } = keywords;
  if ((format !== "date" && format !== "date-time") || !endWords.test(name)) return undefined;
  if (stated(making.reading.view(schema), making.usesExamples ?? true) !== noValue) return undefined;
  const date = `2036-${String(1 + (making.number % 12)).padStart(2, "0")}-01`;
  return format === "date" ? date : `${date}T12:00:00Z`;
};

const objectFor = (view: SchemaView, making: Making, depth: number): unknown => {
  if (depth > 2 * deepest) return noValue;
  const { reading, extent, known } = making;
  const takesAll = extent === "most" && depth < deepest;
  const names = Object.keys(view.properties).filter(
    // Who names an id asks for a record that has it.
    (name) => view.required.includes(name) || (takesAll && !(depth === 0 && /^_?id$/i.test(name))),
  );
  const entries = [...new Set([...names, ...view.required])].flatMap((name, index): [string, unknown][] => {
    const schema = view.properties[name];
    if (schema !== undefined && reading.isReadOnly(schema)) return [];
    const inner = { ...making, number: making.number + index };
    const value = known?.(name) ?? endOf(name, schema, inner) ?? makeValue(schema, inner, depth + 1);
    return value === noValue ? [] : [[name, value]];
  });
  const made = Object.fromEntries(entries);
  return takesAll && names.length === 0 ? { ...made, ...entryOf(view, making, depth) } : made;
};

/** An entry of an object that may hold any: a map of labels, for example. */
const entryOf = (view: SchemaView, making: Making, depth: number): Readonly<Record<string, unknown>> => {
  const { additionalProperties: more, propertyNames, patternProperties, maxProperties } = view.keywords;
  if (more === false || propertyNames !== undefined || patternProperties !== undefined || maxProperties === 0)
    return {};
  const value = isObject(more)
    ? makeValue(more, { ...making, extent: "least" }, depth + 1)
    : `tripact${making.number}`;
  return value === noValue ? {} : { tripact: value };
};

const arrayFor = (view: SchemaView, making: Making, depth: number): unknown => {
  const { minItems, items, prefixItems } = view.keywords;
  const first = Array.isArray(prefixItems) ? (prefixItems as readonly Schema[]) : [];
  const least = typeof minItems === "number" ? Math.min(minItems, 100) : 0;
  const count = Math.max(least, making.extent === "most" && depth < deepest ? 1 : 0, first.length);
  const values = Array.from({ length: count }, (_, index) =>
    // The document may hold anything there.
    makeValue(
      first[index] ?? (items as Schema | undefined),
      { ...making, number: making.number + index },
      depth + 1,
    ),
  );
  return values.includes(noValue) ? (least === 0 ? [] : noValue) : values;
};
