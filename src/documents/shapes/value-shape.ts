import { isObject, own } from "../../core/model/json-object.ts";
import { itemsOf, textsOf } from "../json.ts";
import { isAnnotation } from "../schemas/schema.ts";
import type { SchemaPart } from "./schema-part.ts";

/** A number without a fraction is an `integer`, another one a `number`. */
export type ValueKind = "null" | "boolean" | "string" | "integer" | "number" | "array" | "object";

const valueTypes: readonly ValueKind[] = [
  "null",
  "boolean",
  "string",
  "integer",
  "number",
  "array",
  "object",
];

/** A bound, and whether the value itself is out of it. */
export interface Bound {
  readonly value: number;
  readonly isExclusive: boolean;
}

export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  ) ?? "nothing";

const isValueType = (type: string): type is ValueKind => valueTypes.some((one) => one === type);

/** Every number may be an integer. */
export const statedTypes = ({
  keywords: { type },
  orNull,
}: SchemaPart): ReadonlySet<ValueKind> | undefined => {
  if (type === undefined) return undefined;
  const all = Array.isArray(type) ? textsOf(type) : [String(type)];
  const stated = all.filter(isValueType);
  // A type that nobody knows may be any.
  if (stated.length < all.length) return undefined;
  return new Set([
    ...stated,
    ...(stated.includes("number") ? (["integer"] as const) : []),
    ...(orNull ? (["null"] as const) : []),
  ]);
};

export const typeOf = (value: unknown): ValueKind => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "string" || typeof value === "boolean" ? (typeof value as ValueKind) : "object";
};

/** What all of several sets have in common; undefined if there is none. */
export const commonTo = <Value>(
  sets: readonly (ReadonlySet<Value> | undefined)[],
): ReadonlySet<Value> | undefined => {
  const [first, ...others] = sets.filter((set) => set !== undefined);
  return first && new Set([...first].filter((one) => others.every((set) => set.has(one))));
};

const statedValues = ({ keywords, orNull }: SchemaPart): ReadonlyMap<string, unknown> | undefined => {
  const lists = [
    ...("const" in keywords ? [[keywords["const"]]] : []),
    ...(Array.isArray(keywords["enum"]) ? [itemsOf(keywords["enum"])] : []),
  ];
  if (lists.length === 0) return undefined;
  const [first = [], second] = lists;
  const kept =
    second === undefined
      ? first
      : first.filter((one) => second.some((other) => jsonText(one) === jsonText(other)));
  return new Map([...kept, ...(orNull ? [null] : [])].map((value) => [jsonText(value), value]));
};

export const possibleValues = (
  parts: readonly SchemaPart[],
  types: ReadonlySet<ValueKind> | undefined,
): ReadonlyMap<string, unknown> | undefined => {
  const lists = parts.flatMap((part) => statedValues(part) ?? []);
  const [first, ...others] = lists;
  if (first === undefined) return undefined;
  return new Map(
    [...first].filter(
      ([text, value]) =>
        others.every((list) => list.has(text)) && (types === undefined || types.has(typeOf(value))),
    ),
  );
};

/** The keywords that say something about one type; they mean nothing for others. */
const keywordsAbout: readonly (readonly [type: ValueKind, keywords: string])[] = [
  ["string", "minLength maxLength pattern contentEncoding contentMediaType contentSchema"],
  ["integer", "multipleOf minimum maximum exclusiveMinimum exclusiveMaximum"],
  ["array", "minItems maxItems items prefixItems additionalItems unevaluatedItems uniqueItems"],
  ["array", "contains minContains maxContains"],
  ["object", "minProperties maxProperties properties patternProperties additionalProperties"],
  ["object", "unevaluatedProperties propertyNames required dependentRequired dependentSchemas"],
];

const aboutType: ReadonlyMap<string, ValueKind> = new Map(
  keywordsAbout.flatMap(([type, keywords]) =>
    keywords.split(" ").map((keyword): [string, ValueKind] => [keyword, type]),
  ),
);

/** Whether a keyword says something about one of these types; about any if they are undefined. */
export const isAbout = (keyword: string, types: ReadonlySet<ValueKind> | undefined): boolean => {
  const type = aboutType.get(keyword);
  return type === undefined || types === undefined || types.has(type);
};

/** Lower and upper bounds, each with its exclusive keyword. */
const boundKeywords: readonly (readonly [keyword: string, isLower: boolean, exclusive?: string])[] = [
  ["minimum", true, "exclusiveMinimum"],
  ["maximum", false, "exclusiveMaximum"],
  ["minLength", true],
  ["maxLength", false],
  ["minItems", true],
  ["maxItems", false],
  ["minProperties", true],
  ["maxProperties", false],
];

const isTighter = (one: Bound, other: Bound, isLower: boolean): boolean =>
  one.value === other.value
    ? one.isExclusive && !other.isExclusive
    : isLower
      ? one.value > other.value
      : one.value < other.value;

/** Of integers, an exclusive bound is the next inclusive one. */
const inclusive = (bound: Bound, isLower: boolean): Bound => {
  const { value, isExclusive } = bound;
  const rounded = isLower ? Math.ceil(value) : Math.floor(value);
  return {
    value: isExclusive && rounded === value ? value + (isLower ? 1 : -1) : rounded,
    isExclusive: false,
  };
};

export const boundsOf = (
  parts: readonly SchemaPart[],
  types: ReadonlySet<ValueKind> | undefined,
): ReadonlyMap<string, Bound> => {
  const found = new Map<string, Bound>();
  const isWhole = types !== undefined && types.has("integer") && !types.has("number");
  for (const [keyword, isLower, exclusive] of boundKeywords) {
    if (!isAbout(keyword, types)) continue;
    for (const { keywords } of parts)
      for (const [name, isExclusive] of [[keyword, false] as const, [exclusive ?? "", true] as const]) {
        const value = own(keywords, name);
        if (typeof value !== "number" || (isLower && value === 0 && exclusive === undefined)) continue;
        const bound =
          isWhole && exclusive !== undefined
            ? inclusive({ value, isExclusive }, isLower)
            : { value, isExclusive };
        const known = found.get(keyword);
        if (known === undefined || isTighter(bound, known, isLower)) found.set(keyword, bound);
      }
  }
  return found;
};

/** Keywords that something else here reads. */
const read = new Set([
  "$ref",
  "$dynamicRef",
  "$id",
  "$schema",
  "$anchor",
  "$dynamicAnchor",
  "$vocabulary",
  "$defs",
  "definitions",
  "type",
  "const",
  "enum",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "minContains",
  "maxContains",
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
  "unevaluatedItems",
  "items",
  "prefixItems",
  "uniqueItems",
  "contentSchema",
  "additionalItems",
  "exclusiveMinimum",
  "exclusiveMaximum",
  ...boundKeywords.map(([keyword]) => keyword),
]);

export const constraintsOf = (
  parts: readonly SchemaPart[],
  types: ReadonlySet<ValueKind> | undefined,
  isXml: boolean,
): ReadonlyMap<string, ReadonlyMap<string, unknown>> => {
  const found = new Map<string, Map<string, unknown>>();
  for (const part of parts)
    for (const [keyword, value] of Object.entries(part.keywords)) {
      const isUnknownType = keyword === "type" && statedTypes(part) === undefined;
      if (
        (read.has(keyword) && !isUnknownType) ||
        (isAnnotation(keyword) && !(isXml && keyword === "xml")) ||
        !isAbout(keyword, types)
      )
        continue;
      const known = found.get(keyword) ?? new Map<string, unknown>();
      found.set(keyword, known.set(jsonText(value), value));
    }
  return found;
};
