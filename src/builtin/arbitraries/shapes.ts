import { has } from "../../core/model/json-object.ts";
import * as fc from "fast-check";
import { childPointer } from "../../core/formats/json-pointer.ts";
import type { Rule } from "../../core/model/violation.ts";
import { formatArbitraries, type FormatName } from "./format-arbitraries.ts";
import { troublesomeTexts } from "../../values/odd-values.ts";
import type { ModelArbitrary, NearMissArbitrary } from "./model-arbitrary.ts";

type Misses = readonly NearMissArbitrary[];

type ValueOf<Model> = Model extends ModelArbitrary<infer Value> ? Value : never;

type Models = Readonly<Record<string, ModelArbitrary<unknown>>>;

/** The object type with these required and optional properties. */
type RecordOf<Required extends Models, Optional extends Models> = {
  -readonly [Name in keyof Required]: ValueOf<Required[Name]>;
} & { -readonly [Name in keyof Optional]?: ValueOf<Optional[Name]> };

/** Near misses of the whole value. */
const breaking = (rule: Rule, values: fc.Arbitrary<unknown>): NearMissArbitrary =>
  breakingAt(rule, "", values);

/** Near misses of a rule at one property. */
const breakingAt = (rule: Rule, pointer: string, values: fc.Arbitrary<unknown>): NearMissArbitrary => ({
  rule,
  location: pointer,
  arbitrary: values.map((value) => ({ value, broken: { pointer, rule } })),
});

/** A near miss inside an outer value, under a name or index that `around` picks. */
const inside = <Around>(
  { rule, location, arbitrary }: NearMissArbitrary,
  token: string,
  around: fc.Arbitrary<Around>,
  put: (around: Around, value: unknown) => { readonly value: unknown; readonly token: string },
): NearMissArbitrary => ({
  rule,
  location: childPointer("", token) + location,
  arbitrary: fc.tuple(around, arbitrary).map(([outer, { value, broken }]) => {
    const result = put(outer, value);
    return {
      value: result.value,
      broken: { rule, pointer: childPointer("", result.token) + broken.pointer },
    };
  }),
});

type TypeName = "string" | "integer" | "number" | "boolean" | "array" | "object";

const samples: Readonly<Record<TypeName, fc.Arbitrary<unknown>>> = {
  string: fc.string(),
  integer: fc.integer(),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Number.isInteger(number)),
  boolean: fc.boolean(),
  array: fc.array(fc.integer(), { maxLength: 2 }),
  object: fc.dictionary(fc.string(), fc.integer(), { maxKeys: 2, noNullPrototype: true }),
};

/** A value of a wrong type, and null. */
const wrongTypes = (type: TypeName): Misses => {
  const others = Object.entries(samples).filter(
    ([name]) => name !== type && !(type === "number" && name === "integer"),
  );
  return [
    breaking("type", fc.oneof(...others.map(([, sample]) => sample))),
    breaking("null", fc.constant(null)),
  ];
};

/** Any JSON value. */
export const anything = (): ModelArbitrary<unknown> => ({
  valid: fc.jsonValue({ maxDepth: 2 }),
  nearMisses: [],
});

export const truth = (): ModelArbitrary<boolean> => ({
  valid: fc.boolean(),
  nearMisses: wrongTypes("boolean"),
});

export interface TextOptions {
  readonly format?: FormatName;
  readonly pattern?: RegExp;
  readonly minLength?: number;
  readonly maxLength?: number;
}

const troublesome = fc.constantFrom(...troublesomeTexts.map(({ text: one }) => one));

const validText = ({ format, pattern, minLength, maxLength }: TextOptions): fc.Arbitrary<string> => {
  if (format !== undefined) return formatArbitraries[format].valid;
  if (pattern !== undefined) return fc.stringMatching(pattern);
  const size = { minLength: minLength ?? 0, maxLength: maxLength ?? (minLength ?? 0) + 20 };
  const any = fc.string({ unit: "grapheme-ascii", ...size });
  return minLength === undefined && maxLength === undefined
    ? fc.oneof({ arbitrary: any, weight: 4 }, troublesome)
    : any;
};

const brokenTexts = ({ format, pattern, minLength, maxLength }: TextOptions): Misses => [
  ...(format === undefined ? [] : [breaking("format", formatArbitraries[format].broken)]),
  ...(pattern === undefined
    ? []
    : [
        breaking(
          "format",
          fc.string().filter((text) => !pattern.test(text)),
        ),
      ]),
  ...(minLength === undefined || minLength === 0
    ? []
    : [breaking("length", fc.string({ unit: "grapheme-ascii", maxLength: minLength - 1 }))]),
  ...(maxLength === undefined
    ? []
    : [
        breaking(
          "length",
          fc.string({ unit: "grapheme-ascii", minLength: maxLength + 1, maxLength: maxLength + 9 }),
        ),
      ]),
];

export const text = (options: TextOptions = {}): ModelArbitrary<string> => ({
  valid: validText(options),
  nearMisses: [...wrongTypes("string"), ...brokenTexts(options)],
});

/** Text that can be part of a path: never empty, never a dot segment. */
export const pathText = (): ModelArbitrary<string> => ({
  valid: fc.stringMatching(/^[A-Za-z0-9][\w.~ -]{0,20}$/),
  nearMisses: [],
});

export interface NumberOptions {
  readonly minimum?: number;
  readonly maximum?: number;
}

const reach = 1_000_000;

export const integer = ({ minimum, maximum }: NumberOptions = {}): ModelArbitrary<number> => {
  const min = minimum ?? Math.min(-reach, (maximum ?? 0) - reach);
  const max = maximum ?? Math.max(reach, min + reach);
  return {
    valid: fc.integer({ min, max }),
    nearMisses: [
      ...wrongTypes("integer"),
      ...(minimum === undefined
        ? []
        : [breaking("range", fc.integer({ min: minimum - reach, max: minimum - 1 }))]),
      ...(maximum === undefined
        ? []
        : [breaking("range", fc.integer({ min: maximum + 1, max: maximum + reach }))]),
    ],
  };
};

const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

export const number = ({ minimum, maximum }: NumberOptions = {}): ModelArbitrary<number> => {
  const min = minimum ?? Math.min(-reach, (maximum ?? 0) - reach);
  const max = maximum ?? Math.max(reach, min + reach);
  return {
    valid: between(min, max),
    nearMisses: [
      ...wrongTypes("number"),
      ...(minimum === undefined ? [] : [breaking("range", between(minimum - reach, minimum - 1))]),
      ...(maximum === undefined ? [] : [breaking("range", between(maximum + 1, maximum + reach))]),
    ],
  };
};

type Literal = string | number | boolean;

const typeOfLiteral = (value: Literal): TypeName => {
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "boolean" : "integer";
};

/** One of the listed values. A wrong text still keeps its `format`, so that it breaks only one rule. */
export const oneOf = <const Values extends readonly [Literal, ...Literal[]]>(
  values: Values,
  format?: FormatName,
): ModelArbitrary<Values[number]> => {
  const type = typeOfLiteral(values[0]);
  const alike = format === undefined ? samples[type] : formatArbitraries[format].valid;
  const isListed = (value: unknown): boolean => values.some((known) => known === value);
  const others =
    type === "boolean"
      ? []
      : [
          breaking(
            "enum",
            alike.filter((value) => !isListed(value)),
          ),
        ];
  return { valid: fc.constantFrom(...values), nearMisses: [...wrongTypes(type), ...others] };
};

/** Values of `model`, or null. */
export const nullable = <Value>(model: ModelArbitrary<Value>): ModelArbitrary<Value | null> => ({
  valid: fc.option(model.valid),
  nearMisses: model.nearMisses.filter(({ rule, location }) => rule !== "null" || location !== ""),
});

export const list = <Value>(
  items: ModelArbitrary<Value>,
  {
    minItems = 0,
    maxItems = minItems + 3,
  }: {
    readonly minItems?: number;
    readonly maxItems?: number;
  } = {},
): ModelArbitrary<Value[]> => {
  const valid = fc.array(items.valid, { minLength: minItems, maxLength: maxItems });
  return {
    valid,
    nearMisses: [
      ...wrongTypes("array"),
      ...(minItems === 0 ? [] : [breaking("length", fc.array(items.valid, { maxLength: minItems - 1 }))]),
      ...items.nearMisses.map((miss) => brokenItem(valid, miss)),
    ],
  };
};

/** A list with one broken item, at any position. */
const brokenItem = (valid: fc.Arbitrary<readonly unknown[]>, miss: NearMissArbitrary): NearMissArbitrary =>
  inside(miss, "*", fc.tuple(valid, fc.nat({ max: 3 })), ([items, position], value) => {
    const index = Math.min(position, Math.max(0, items.length - 1));
    return { value: items.toSpliced(index, 1, value), token: String(index) };
  });

/** An object with one property broken. */
const brokenProperty = (
  name: string,
  valid: fc.Arbitrary<Readonly<Record<string, unknown>>>,
  miss: NearMissArbitrary,
): NearMissArbitrary =>
  inside(miss, name, valid, (object, value) => ({ value: { ...object, [name]: value }, token: name }));

const without = (
  object: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** An object of documented properties. */
export const record = <Required extends Models, Optional extends Models>(
  required: Required,
  optional: Optional,
): ModelArbitrary<RecordOf<Required, Optional>> => {
  const models: Models = { ...required, ...optional };
  const arbitraries = Object.fromEntries(Object.entries(models).map(([name, { valid }]) => [name, valid]));
  const valid: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.record(arbitraries, {
    requiredKeys: Object.keys(required),
    noNullPrototype: true,
  });
  return {
    // Built from exactly these properties.
    valid: valid as fc.Arbitrary<RecordOf<Required, Optional>>,
    nearMisses: [
      ...wrongTypes("object"),
      ...Object.keys(required).map((name) =>
        breakingAt(
          "missing",
          childPointer("", name),
          valid.map((object) => without(object, name)),
        ),
      ),
      ...Object.entries(models).flatMap(([name, { nearMisses }]) =>
        nearMisses.map((miss) => brokenProperty(name, valid, miss)),
      ),
    ],
  };
};

/** An object that may have additional properties, whose names begin with `extra`. */
export const open = <Value extends object>(
  model: ModelArbitrary<Value>,
): ModelArbitrary<Value & { [name: string]: unknown }> => ({
  valid: fc
    .tuple(
      fc.dictionary(extraName(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2, noNullPrototype: true }),
      model.valid,
    )
    .map(([extras, value]) => ({ ...extras, ...value })),
  nearMisses: model.nearMisses,
});

const extraName = (): fc.Arbitrary<string> => fc.stringMatching(/^extra[A-Z][a-z]{0,5}$/);

/** A map from any names to values of one model. */
export const dictionary = <Value>(
  values: ModelArbitrary<Value>,
): ModelArbitrary<{ [name: string]: Value }> => {
  const names = fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name !== "__proto__");
  const valid = fc.dictionary(names, values.valid, { maxKeys: 3, noNullPrototype: true });
  return {
    valid,
    nearMisses: [
      ...wrongTypes("object"),
      ...values.nearMisses.map((miss) =>
        inside(miss, "*", fc.tuple(valid, names), ([object, name], value) => ({
          value: { ...object, [name]: value },
          token: name,
        })),
      ),
    ],
  };
};

/** Values of `model` without a property of that name. */
export const banning = <Value>(model: ModelArbitrary<Value>, name: string): ModelArbitrary<Value> => {
  const objects = model.valid.map((value) =>
    typeof value === "object" && !Array.isArray(value) ? { ...value } : {},
  );
  const present = fc
    .tuple(objects, fc.jsonValue({ maxDepth: 1 }))
    .map(([object, value]) => ({ ...object, [name]: value }));
  return {
    valid: model.valid.filter((value) => !has(value, name)),
    nearMisses: [...model.nearMisses, breakingAt("extra", childPointer("", name), present)],
  };
};

/** An object without additional properties. */
export const closed = <Value extends object>(model: ModelArbitrary<Value>): ModelArbitrary<Value> => {
  const further = breaking("extra", fc.constant(1));
  const put = ([object, name]: readonly [Value, string], value: unknown) => ({
    value: { ...object, [name]: value },
    token: name,
  });
  return {
    valid: model.valid,
    nearMisses: [...model.nearMisses, inside(further, "*", fc.tuple(model.valid, extraName()), put)],
  };
};

/** A value of any of several models. No near misses: it is unclear which branch they would violate. */
export const choice = <Value>(...branches: readonly ModelArbitrary<Value>[]): ModelArbitrary<Value> => ({
  valid: fc.oneof(...branches.map(({ valid }) => valid)),
  nearMisses: [],
});

/** A model that is declared later because it refers back to this one. Its near misses are those of its first level. */
export const later = <Value>(model: () => ModelArbitrary<Value>): ModelArbitrary<Value> => ({
  valid: fc.constant(undefined).chain(() => model().valid),
  nearMisses: [],
});

/** The body of an operation without a body. */
export const none = (): ModelArbitrary<undefined> => ({ valid: fc.constant(undefined), nearMisses: [] });
