import { wrongTypesOf } from "../../values/odd-values.ts";
import { isObject } from "../../core/model/json-object.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import { type Making, makeValue, noValue } from "./make-value.ts";
import type { SchemaView } from "./schema-view.ts";
import { edgesFor, wrongTextsFor } from "./texts.ts";

/** A value in place of another, with words that say what is special about it. */
export type ValueVariant = readonly [what: string, value: unknown];

const isOf = ({ types }: SchemaView, type: string): boolean => types.includes(type);

/** The largest number that a format holds, as far as JSON keeps it. */
const largest = (format: unknown): readonly ValueVariant[] => {
  if (format === "int32") return [["as the largest of 32 bits", 2 ** 31 - 1]];
  return format === "int64" ? [["as a number beyond 32 bits", 2 ** 40]] : [["as a large number", 2 ** 31]];
};

const numberEdges = ({ keywords, types }: SchemaView): readonly ValueVariant[] => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = keywords;
  const step = types.includes("integer") ? 1 : 0.5;
  return [
    ...(typeof minimum === "number" ? [["at its minimum", minimum] as const] : []),
    ...(typeof maximum === "number" ? [["at its maximum", maximum] as const] : []),
    ...(typeof exclusiveMinimum === "number"
      ? [["just above its minimum", exclusiveMinimum + step] as const]
      : []),
    ...(typeof exclusiveMaximum === "number"
      ? [["just below its maximum", exclusiveMaximum - step] as const]
      : []),
    ...(minimum === undefined && exclusiveMinimum === undefined
      ? [["as 0", 0] as const, ["as -1", -1] as const]
      : []),
    ...(maximum === undefined && exclusiveMaximum === undefined ? largest(keywords["format"]) : []),
    ...(isOf({ types } as SchemaView, "number") ? [["with a fraction", 1.5] as const] : []),
  ];
};

/** Longer lists are not sent, whatever a schema allows. */
const longestList = 50;

const listEdges = (view: SchemaView, making: Making): readonly ValueVariant[] => {
  const { minItems, maxItems, items, uniqueItems } = view.keywords;
  const of = (count: number): unknown =>
    Array.from({ length: count }, (_, index) =>
      // The document may hold anything there.
      makeValue(items as Schema | undefined, {
        ...making,
        number: making.number + index,
        usesExamples: false,
      }),
    );
  const counts = [
    typeof minItems === "number" ? minItems : 0,
    typeof maxItems === "number" && maxItems <= longestList ? maxItems : 2,
  ].filter((count) => count <= longestList);
  const lists = counts.map((count): ValueVariant => [`with ${count} items`, of(count)]);
  return uniqueItems === true
    ? lists.filter(
        ([, list]) =>
          new Set((list as readonly unknown[]).map((one) => JSON.stringify(one))).size ===
          (list as readonly unknown[]).length,
      )
    : lists;
};

/** Other values that a schema probably allows. */
export const variantsFor = (schema: Schema | undefined, making: Making): readonly ValueVariant[] => {
  const { reading, number } = making;
  const view = reading.view(schema);
  const { enum: values, default: usual, example, examples } = view.keywords;
  const listed = Array.isArray(values)
    ? values.map((value): ValueVariant => [`as ${JSON.stringify(value)}`, value])
    : [];
  const shown: readonly ValueVariant[] = [
    ...(example === undefined ? [] : [["as its example", example] as const]),
    ...(Array.isArray(examples) ? examples.map((one): ValueVariant => ["as its example", one]) : []),
    ...(usual === undefined ? [] : [["as its default", usual] as const]),
  ];
  const alternatives =
    isObject(schema) && view.branches.length > 1
      ? view.branches.map((_, branch): ValueVariant => [
          `as alternative ${branch + 1}`,
          makeValue(schema, { ...making, branch, usesExamples: false }),
        ])
      : [];
  const nullable: readonly ValueVariant[] = isOf(view, "null") ? [["as null", null]] : [];
  if (listed.length > 0) return [...listed, ...nullable];
  const byType: readonly ValueVariant[] = [
    ...(isOf(view, "boolean") ? [["as false", false] as const, ["as true", true] as const] : []),
    ...(isOf(view, "integer") || isOf(view, "number") ? numberEdges(view) : []),
    ...(isOf(view, "string") ? edgesFor(view, number) : []),
    ...(isOf(view, "array") ? listEdges(view, making) : []),
  ];
  return [...shown, ...alternatives, ...byType, ...nullable].filter(([, value]) => value !== noValue);
};

const wrongTypes = ({ types }: SchemaView, value: unknown): readonly ValueVariant[] =>
  types.length === 0
    ? []
    : [
        ...wrongTypesOf(value).map(({ name, value: wrong }): ValueVariant => [name, wrong]),
        ...(types.includes("integer") ? [["with a fraction", 1.5] as const] : []),
      ];

const beyondBounds = ({ keywords, types }: SchemaView): readonly ValueVariant[] => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = keywords;
  const isNumber = types.includes("integer") || types.includes("number");
  return [
    ...(typeof minimum === "number" ? [["below its minimum", minimum - 1] as const] : []),
    ...(typeof maximum === "number" ? [["above its maximum", maximum + 1] as const] : []),
    ...(typeof exclusiveMinimum === "number"
      ? [["at its exclusive minimum", exclusiveMinimum] as const]
      : []),
    ...(typeof exclusiveMaximum === "number"
      ? [["at its exclusive maximum", exclusiveMaximum] as const]
      : []),
    ...(typeof multipleOf === "number" && isNumber
      ? [["no multiple of what it should be", multipleOf * 1.5] as const]
      : []),
    ...(format === "int32" && isNumber ? [["beyond 32 bits", 2 ** 31] as const] : []),
  ];
};

const beyondItems = ({ keywords }: SchemaView, value: unknown): readonly ValueVariant[] => {
  if (!Array.isArray(value)) return [];
  const { minItems, maxItems, uniqueItems } = keywords;
  const [first] = value as readonly unknown[];
  return [
    ...(typeof minItems === "number" && minItems > 0
      ? [["with too few items", value.slice(0, minItems - 1)] as const]
      : []),
    ...(typeof maxItems === "number" && maxItems <= longestList && first !== undefined
      ? [["with too many items", Array.from({ length: maxItems + 1 }, () => first)] as const]
      : []),
    ...(uniqueItems === true && first !== undefined ? [["with an item twice", [first, first]] as const] : []),
  ];
};

/** Values in place of a valid one, each with one defect. Only a validator knows whether it is one. */
export const defectsFor = (
  schema: Schema | undefined,
  value: unknown,
  making: Making,
): readonly ValueVariant[] => {
  const view = making.reading.view(schema);
  const { enum: values } = view.keywords;
  const isText = typeof value === "string";
  return [
    ...wrongTypes(view, value),
    ...(Array.isArray(values) && isText
      ? [["as a value that its enum does not list", "tripact-unlisted"] as const]
      : []),
    ...(isText ? wrongTextsFor(view) : []),
    ...(typeof value === "number" ? beyondBounds(view) : []),
    ...beyondItems(view, value),
  ];
};
