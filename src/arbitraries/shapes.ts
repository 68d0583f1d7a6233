import { has } from "../core/model/json-object.ts";
import * as fc from "fast-check";
import { childPointer } from "../core/formats/json-pointer.ts";
import type { Rule } from "../core/model/violation.ts";
import { formatArbitraries, type FormatName } from "./format-arbitraries.ts";
import { troublesomeTexts } from "../values/odd-values.ts";
import type { ModelArbitrary, NearMissArbitrary } from "./model-arbitrary.ts";

type Misses = readonly NearMissArbitrary[];

type Models = Readonly<Record<string, ModelArbitrary>>;

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

export const isKnownFormat = (format: string): format is FormatName =>
  Object.hasOwn(formatArbitraries, format);

interface TextOptions {
  readonly format?: FormatName;
  readonly pattern?: RegExp;
  readonly minLength?: number;
  readonly maxLength?: number;
}

const troublesome = fc.constantFrom(...troublesomeTexts.map(({ text: one }) => one));

/** Undefined for a pattern that is beyond what values are made up for. */
const matching = (pattern: RegExp): fc.Arbitrary<string> | undefined => {
  try {
    return fc.stringMatching(pattern);
  } catch {
    return undefined;
  }
};

/** Longer texts are not made up. */
const longestText = 10_000;

const validText = ({ format, pattern, minLength, maxLength }: TextOptions): fc.Arbitrary<string> => {
  if (format !== undefined) return formatArbitraries[format].valid;
  const matched = pattern === undefined ? undefined : matching(pattern);
  if (matched !== undefined) return matched;
  const least = Math.min(minLength ?? 0, longestText);
  // Nothing fits a longest length below the shortest; a validator says so.
  const size = { minLength: least, maxLength: Math.max(least, maxLength ?? least + 20) };
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
  ...(maxLength === undefined || maxLength > longestText
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

interface NumberOptions {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
}

const reach = 1_000_000;

/** Multiples of a step within bounds. */
const multiples = (step: number, min: number, max: number): fc.Arbitrary<number> => {
  const [first, last] = [Math.ceil(min / step), Math.floor(max / step)];
  return first <= last ? fc.integer({ min: first, max: last }).map((times) => times * step) : fc.constant(0);
};

/** As JSON keeps it. */
const kept = (number: number): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, number));

export const integer = ({ multipleOf = 1, ...bounds }: NumberOptions = {}): ModelArbitrary<number> => {
  const minimum = bounds.minimum === undefined ? undefined : kept(Math.ceil(bounds.minimum));
  const maximum = bounds.maximum === undefined ? undefined : kept(Math.floor(bounds.maximum));
  const min = minimum ?? kept(Math.min(-reach, (maximum ?? 0) - reach));
  const max = maximum ?? kept(Math.max(reach, min + reach));
  return {
    valid: multiples(multipleOf, min, max),
    nearMisses: [
      ...wrongTypes("integer"),
      ...(minimum === undefined || kept(minimum - reach) !== minimum - reach
        ? []
        : [breaking("range", fc.integer({ min: minimum - reach, max: minimum - 1 }))]),
      ...(maximum === undefined || kept(maximum + reach) !== maximum + reach
        ? []
        : [breaking("range", fc.integer({ min: maximum + 1, max: maximum + reach }))]),
    ],
  };
};

// Nothing is between bounds that cross; a validator says so.
const between = (min: number, max: number): fc.Arbitrary<number> =>
  min <= max ? fc.double({ min, max, noNaN: true }) : fc.constant(min);

export const number = ({ minimum, maximum, multipleOf }: NumberOptions = {}): ModelArbitrary<number> => {
  const min = minimum ?? Math.min(-reach, (maximum ?? 0) - reach);
  const max = maximum ?? Math.max(reach, min + reach);
  return {
    valid: multipleOf === undefined ? between(min, max) : multiples(multipleOf, min, max),
    nearMisses: [
      ...wrongTypes("number"),
      ...(minimum === undefined ? [] : [breaking("range", between(minimum - reach, minimum - 1))]),
      ...(maximum === undefined ? [] : [breaking("range", between(maximum + 1, maximum + reach))]),
    ],
  };
};

export type ListedValue = string | number | boolean;

const typeOfLiteral = (value: ListedValue): TypeName => {
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "boolean" : "integer";
};

/** One of the listed values. A wrong text still keeps its `format`, so that it breaks only one rule. */
export const oneOf = <const Values extends readonly [ListedValue, ...ListedValue[]]>(
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

/** One of the listed values, of any form. */
export const oneOfAny = (values: readonly unknown[]): ModelArbitrary => ({
  valid: fc.constantFrom(...values),
  nearMisses: [],
});

/** Values of `model`, or null. */
export const nullable = <Value>(model: ModelArbitrary<Value>): ModelArbitrary<Value | null> => ({
  valid: fc.option(model.valid),
  get nearMisses() {
    return model.nearMisses.filter(({ rule, location }) => rule !== "null" || location !== "");
  },
});

/** How many lists and maps are around what is made up. */
let around = 0;

/** Generates less the more lists and maps are around it: otherwise each level of a document multiplies what is in it. */
class Nested<Value> extends fc.Arbitrary<Value> {
  readonly #sizes: readonly [fc.Arbitrary<Value>, ...fc.Arbitrary<Value>[]];

  /** @param sizes the largest first */
  constructor(sizes: readonly [fc.Arbitrary<Value>, ...fc.Arbitrary<Value>[]]) {
    super();
    this.#sizes = sizes;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<Value> {
    const chosen = this.#sizes[Math.min(around, this.#sizes.length - 1)] ?? this.#sizes[0];
    around += 1;
    try {
      return chosen.generate(random, biasFactor);
    } finally {
      around -= 1;
    }
  }

  override canShrinkWithoutContext(_value: unknown): _value is Value {
    return false;
  }

  override shrink(value: Value, context: unknown): fc.Stream<fc.Value<Value>> {
    return context === undefined ? fc.Stream.nil() : this.#sizes[0].shrink(value, context);
  }
}

/** Longer lists are not made up. */
const mostItems = 200;

const distinct = <Value>(items: readonly Value[]): Value[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

/** Further places of a model are left out. */
const mostMisses = 500;

/** A model whose near misses are made when they are asked for, once: each level of a document holds those below it. */
const lazily = <Value>(valid: fc.Arbitrary<Value>, misses: () => Misses): ModelArbitrary<Value> => {
  let made: Misses | undefined;
  return {
    valid,
    get nearMisses() {
      made ??= misses().slice(0, mostMisses);
      return made;
    },
  };
};

export const array = <Value>(
  items: ModelArbitrary<Value>,
  {
    minItems = 0,
    maxItems = minItems + 3,
    isSet = false,
  }: {
    readonly minItems?: number;
    readonly maxItems?: number;
    /** Whether no two items are equal. */
    readonly isSet?: boolean;
  } = {},
): ModelArbitrary<Value[]> => {
  const least = Math.min(minItems, mostItems);
  const most = Math.max(least, Math.min(maxItems, least + 10));
  const sized = (more: number) =>
    fc.array(items.valid, { minLength: least, maxLength: Math.min(most, least + more) });
  const all = new Nested([sized(10), sized(1), sized(0)]);
  // There may be fewer different items than are wanted: a validator has the last word.
  const valid = isSet ? all.map(distinct) : all;
  return lazily(valid, () => [
    ...wrongTypes("array"),
    ...(least === 0 ? [] : [breaking("length", fc.array(items.valid, { maxLength: least - 1 }))]),
    ...items.nearMisses.map((miss) => brokenItem(valid, miss)),
  ]);
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
export const record = (
  required: Models,
  optional: Models,
): ModelArbitrary<Readonly<Record<string, unknown>>> => {
  const models: Models = { ...required, ...optional };
  const arbitraries = Object.fromEntries(Object.entries(models).map(([name, { valid }]) => [name, valid]));
  const valid: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc.record(arbitraries, {
    requiredKeys: Object.keys(required),
    noNullPrototype: true,
  });
  return lazily(valid, () => [
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
  ]);
};

/** An object that may have additional properties, whose names begin with `extra`. */
export const open = (model: ModelArbitrary, extra: ModelArbitrary = anything()): ModelArbitrary => ({
  valid: fc
    .tuple(fc.dictionary(extraName(), extra.valid, { maxKeys: 2, noNullPrototype: true }), model.valid)
    .map(([extras, value]) => ({ ...extras, ...(value as object) })),
  get nearMisses() {
    return model.nearMisses;
  },
});

const extraName = (): fc.Arbitrary<string> => fc.stringMatching(/^extra[A-Z][a-z]{0,5}$/);

/** A map from any names to values of one model. */
export const dictionary = <Value>(
  values: ModelArbitrary<Value>,
): ModelArbitrary<{ [name: string]: Value }> => {
  const names = fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name !== "__proto__");
  const sized = (maxKeys: number) => fc.dictionary(names, values.valid, { maxKeys, noNullPrototype: true });
  const valid = new Nested([sized(3), sized(1), sized(0)]);
  return lazily(valid, () => [
    ...wrongTypes("object"),
    ...values.nearMisses.map((miss) =>
      inside(miss, "*", fc.tuple(valid, names), ([object, name], value) => ({
        value: { ...object, [name]: value },
        token: name,
      })),
    ),
  ]);
};

/** Values of `model` without a property of that name. */
export const banning = <Value>(model: ModelArbitrary<Value>, name: string): ModelArbitrary<Value> => {
  const objects = model.valid.map((value) =>
    typeof value === "object" && !Array.isArray(value) ? { ...value } : {},
  );
  const present = fc
    .tuple(objects, fc.jsonValue({ maxDepth: 1 }))
    .map(([object, value]) => ({ ...object, [name]: value }));
  return lazily(
    model.valid.filter((value) => !has(value, name)),
    () => [breakingAt("extra", childPointer("", name), present), ...model.nearMisses],
  );
};

/** An object without additional properties. */
export const closed = <Value extends object>(model: ModelArbitrary<Value>): ModelArbitrary<Value> => {
  const further = breaking("extra", fc.constant(1));
  const put = ([object, name]: readonly [Value, string], value: unknown) => ({
    value: { ...object, [name]: value },
    token: name,
  });
  return lazily(model.valid, () => [
    inside(further, "*", fc.tuple(model.valid, extraName()), put),
    ...model.nearMisses,
  ]);
};

/** A value of any of several models. No near misses: it is unclear which branch they would violate. */
export const eitherOf = (...branches: readonly ModelArbitrary[]): ModelArbitrary => ({
  valid: fc.oneof(...branches.map(({ valid }) => valid)),
  nearMisses: [],
});

/** As deep as a model is nested in itself. */
const deepest = 3;

let depth = 0;

/** Generates with a model that refers back to one of those around it, and ends at some depth. */
class Later extends fc.Arbitrary<unknown> {
  readonly #model: () => ModelArbitrary;
  readonly #least: unknown;

  constructor(model: () => ModelArbitrary, least: unknown) {
    super();
    this.#model = model;
    this.#least = least;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<unknown> {
    if (depth >= deepest && this.#least !== undefined)
      return fc.constant(this.#least).generate(random, undefined);
    depth += 1;
    try {
      return this.#model().valid.generate(random, biasFactor);
    } finally {
      depth -= 1;
    }
  }

  override canShrinkWithoutContext(_value: unknown): _value is unknown {
    return false;
  }

  override shrink(value: unknown, context: unknown): fc.Stream<fc.Value<unknown>> {
    return context === undefined ? fc.Stream.nil() : this.#model().valid.shrink(value, context);
  }
}

/**
 * A model that is not made yet because it refers back to this one. Its near misses are those of its first level.
 * @param least with which the innermost ends
 */
export const later = (model: () => ModelArbitrary, least?: unknown): ModelArbitrary => ({
  valid: new Later(model, least),
  nearMisses: [],
});

/** The body of an operation without a body. */
export const none = (): ModelArbitrary<undefined> => ({ valid: fc.constant(undefined), nearMisses: [] });
