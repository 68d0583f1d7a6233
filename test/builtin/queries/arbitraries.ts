import fc from "fast-check";
import { groupOf } from "../../../src/builtin/queries/expression.ts";
import {
  type AnyCondition,
  type Condition,
  type Dialect,
  field,
  type Filter,
  type Group,
  type NumberedCondition,
  type OperatorName,
  operatorNames,
  operators,
  operatorsFor,
  type ParameterDialect,
  type Query,
  type QueriedRecord,
  type Value,
  type ValueType,
} from "../../../src/builtin/queries/index.ts";

/** Texts that break what is put together carelessly. */
export const hostileTexts: readonly string[] = [
  "",
  "'",
  '"',
  "' or 1=1 --",
  "%",
  "_",
  "\\",
  "%' escape '\\",
  "a\0b",
  "\u0007\r\n\t\u2028",
  "\ud800",
  "a\udfffb",
  "ＡＵＳＴＩＮ",
  "İstanbul",
  "straße",
  "e\u0301",
  "\u00e9",
  "\u{1f600}",
  "\uffff",
  "__proto__",
  "${value}",
  "null",
  "0",
];

const commonTexts = ["Austin", "austin", "AUSTIN", "Austin ", "aus", "tin", "Dallas", "dal", "a", "A"];

/** Any code points, halves of characters too; fast-check's own such unit takes most of a second to set up. */
const anyText = fc
  .array(fc.oneof(fc.nat({ max: 0x17f }), fc.nat({ max: 0x10_ffff })), { maxLength: 6 })
  .map((codePoints) => String.fromCodePoint(...codePoints));

export const texts = fc.oneof(fc.constantFrom(...commonTexts), fc.constantFrom(...hostileTexts), anyText);

const decimals = fc.oneof(
  fc.constantFrom(
    "60",
    "60.0",
    "60.00",
    "-0",
    "0.1",
    "0.30000000000000004",
    "100",
    "99.995",
    "1840.5",
    "12345678901234567890.12",
    60,
    1e-7,
  ),
  fc
    .tuple(fc.integer({ min: -999, max: 999 }), fc.nat({ max: 999 }))
    .map(([whole, fraction]) => `${whole}.${fraction}`),
  fc.double({ min: -9e15, max: 9e15, noNaN: true }),
  fc.integer({ min: -5, max: 5 }),
);

/** The moment that the tests call now: the last day of a February that has 29. */
export const now = Date.parse("2024-02-29T12:34:56.789Z");

const days = fc.constantFrom(
  "2024-02-28",
  "2024-02-29",
  "2024-03-01",
  "2024-01-31",
  "2023-12-31",
  "2024-01-01",
  "1969-12-31",
  "2000-02-29",
  "9999-12-31",
  "0001-01-01",
);

const times = fc.constantFrom(
  "T00:00:00Z",
  "T00:00:00.000Z",
  "T00:00Z",
  "T12:34:56.789Z",
  "T12:34:56.7890001Z",
  "T23:59:59.999Z",
  "T23:59:59.9999999+00:00",
  "",
);

const instants = fc.oneof(
  fc.tuple(days, times).map(([day, time]) => `${day}${time}`),
  fc.integer({ min: -3, max: 3 }).map((count) => new Date(now + count * 86_400_000).toISOString()),
  fc.integer({ min: 1_600_000_000_000, max: 1_800_000_000_000 }).map((time) => new Date(time).toISOString()),
);

const integers = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.maxSafeInteger());

/** Values that a parameter of a type may be compared with, close enough to each other to be equal at times. */
export const valuesOf: Readonly<Record<ValueType, fc.Arbitrary<Value>>> = {
  text: texts,
  integer: integers,
  decimal: decimals,
  boolean: fc.boolean(),
  date: days,
  instant: instants,
  unknown: fc.oneof(texts, integers, fc.boolean()),
};

const dayCounts = fc.constantFrom(0, 1, 2, 30, 365);

const operandsOf = (operator: OperatorName, own: fc.Arbitrary<Value>): fc.Arbitrary<readonly Value[]> => {
  const value = operators[operator].operands === "days" ? dayCounts : own;
  switch (operators[operator].arity) {
    case "none":
      return fc.constant([]);
    case "one":
      return fc.tuple(value);
    case "two":
      return fc.tuple(value, value);
    case "many":
      return fc.array(value, { minLength: 1, maxLength: 4 });
  }
};

type ValuesFor = (field: string, type: ValueType) => fc.Arbitrary<Value>;

/** Any condition on one of the parameters of a kind that a dialect can say. */
export const conditionsOn = (
  dialect: Dialect,
  kind: string,
  valuesFor: ValuesFor = plainValues,
): fc.Arbitrary<Condition> => fc.oneof(...eachComparison(dialect, kind, valuesFor));

const plainValues: ValuesFor = (_, type) => valuesOf[type];

/** The conditions of each parameter by each operator that it takes. */
export const eachComparison = (
  dialect: Dialect,
  kind: string,
  valuesFor: ValuesFor,
): fc.Arbitrary<Condition>[] =>
  Object.entries(dialect.queryTypes[kind]?.parameters ?? {}).flatMap(([name, parameter]) =>
    operatorsFor(parameter.type)
      .filter((operator) => takes(parameter, operator, dialect))
      .map((operator) =>
        operandsOf(operator, valuesFor(name, parameter.type)).map((operands) =>
          compare(name, operator, operands),
        ),
      ),
  );

const takes = (
  { operators: allowed }: ParameterDialect,
  operator: OperatorName,
  dialect: Dialect,
): boolean => {
  const code = dialect.operators[operator];
  if (code === undefined) return false;
  return allowed === undefined || allowed.includes(operator) || allowed.includes(code);
};

/** A condition as callers write it. */
const compare = (name: string, operator: OperatorName, operands: readonly Value[]): Condition => {
  // The operands are as many and of the kind that the operator takes.
  const compareBy = field(name)[operator] as (...values: readonly Value[]) => Condition;
  return compareBy(...operands);
};

/** Filters of such conditions, nested a few levels deep. */
export const filtersOf = <C extends AnyCondition>(conditions: fc.Arbitrary<C>): fc.Arbitrary<Filter<C>> =>
  fc.letrec<{ filter: Filter<C>; group: Filter<C>; condition: Filter<C> }>((tie) => ({
    filter: fc.oneof({ maxDepth: 3, depthSize: "small" }, tie("condition"), tie("group")),
    // The members are of the type that they were made of.
    group: fc
      .tuple(
        fc.constantFrom("all" as const, "any" as const),
        fc.array(tie("filter"), { minLength: 1, maxLength: 4 }),
      )
      .map(([kind, members]) => groupOf(kind, members) as Group<C>),
    condition: conditions,
  })).filter;

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const withoutUndefined = <T extends object>(object: T): T =>
  // What is left out was undefined.
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;

/** Whole queries of one kind in a dialect, as plain data. */
export const queriesOf = (
  dialect: Dialect,
  kind: string,
  conditions: fc.Arbitrary<AnyCondition> = conditionsOn(dialect, kind),
): fc.Arbitrary<Query> => {
  const type = dialect.queryTypes[kind];
  const sortable = type?.sortable ?? ["id", "modifieddatetimeutc", ...Object.keys(type?.parameters ?? {})];
  return fc
    .record({
      kind: fc.constant(kind),
      filter: optional(
        filtersOf(conditions).map((filter) => (isGroup(filter) ? filter : groupOf("all", [filter]))),
      ),
      columns: optional(fc.subarray([...(type?.columns ?? [])], { minLength: 1 })),
      sortBy: optional(fc.constantFrom(...sortable.map((name) => name.toLowerCase()))),
      descending: optional(fc.boolean()),
      includeDetails: optional(fc.boolean()),
      skip: optional(fc.nat()),
      take: optional(fc.nat()),
    })
    .map((query) => withoutUndefined(query) as Query); // without what is undefined, it is one
};

const isGroup = (filter: Filter): filter is Group => filter.kind === "all" || filter.kind === "any";

const fieldName = fc.oneof(
  fc.constantFrom(
    "city",
    "lastGiftDate",
    "amount",
    "constructor",
    "toString",
    'Gift "Type"',
    "grüße",
    "a.b[0]",
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((name) => name !== "__proto__"),
);

const types = fc.constantFrom<ValueType>(
  "text",
  "integer",
  "decimal",
  "boolean",
  "date",
  "instant",
  "unknown",
);

const queryTypes = fc.record({
  parameters: fc
    .uniqueArray(fc.tuple(fieldName, types), { minLength: 1, maxLength: 6, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries.map(([name, type]) => [name, { type }]))),
  columns: fc.uniqueArray(fieldName, { minLength: 1, maxLength: 5 }),
});

const upTo = (largest: number): number[] => Array.from({ length: largest + 1 }, (_, code) => code);

const taken = ["parameter", "operator", "values", "secondaryValue", "__proto__"];

/** Sound dialects of every kind, some of which know all the operators and some but a part. */
export const dialects: fc.Arbitrary<Dialect> = fc
  .record({
    singleValueField: fc.oneof(
      fc.constantFrom("value", "singleValue", "Value", "constructor"),
      fc.string({ minLength: 1, maxLength: 8 }).filter((name) => !taken.includes(name)),
    ),
    conjunct: fc.constantFrom({ and: 0, or: 1 } as const, { and: 1, or: 0 } as const),
    letterCase: fc.constantFrom("ignored" as const, "exact" as const),
    maximumDepth: fc.integer({ min: 5, max: 100 }),
    names: fc.shuffledSubarray([...operatorNames], { minLength: 20 }),
    operatorCodes: fc.shuffledSubarray(upTo(29), { minLength: 30 }),
    kinds: fc.uniqueArray(fc.constantFrom("donor", "gift", "premium", "my kind"), { minLength: 1 }),
    codes: fc.shuffledSubarray(upTo(9), { minLength: 10 }),
    types: fc.array(queryTypes, { minLength: 4, maxLength: 4 }),
  })
  .map(({ names, operatorCodes, kinds, codes, types: described, ...others }) => ({
    ...others,
    operators: Object.fromEntries(names.map((name, index) => [name, operatorCodes[index] ?? 0])),
    queryTypes: Object.fromEntries(
      kinds.map((kind, index) => [
        kind,
        { ...(described[index] ?? { parameters: {}, columns: [] }), code: codes[index] ?? 0 },
      ]),
    ),
  }));

/** A dialect, one of its kinds and a query of it. */
export const dialectsWithQueries: fc.Arbitrary<{ readonly dialect: Dialect; readonly query: Query }> =
  dialects.chain((dialect) =>
    fc
      .constantFrom(...Object.keys(dialect.queryTypes))
      .chain((kind) => queriesOf(dialect, kind, conditionsOrNumbered(dialect, kind)))
      .map((query) => ({ dialect, query })),
  );

/** Conditions, and comparisons by integers that mean nothing to the dialect, as far as there are any. */
const conditionsOrNumbered = (dialect: Dialect, kind: string): fc.Arbitrary<AnyCondition> => {
  const meant = new Set<number | undefined>(Object.values(dialect.operators));
  const free = upTo(29).filter((code) => !meant.has(code));
  if (free.length === 0) return conditionsOn(dialect, kind);
  const numbered: fc.Arbitrary<NumberedCondition> = fc.record({
    kind: fc.constant("numbered"),
    field: fc.constantFrom(...Object.keys(dialect.queryTypes[kind]?.parameters ?? {})),
    code: fc.constantFrom(...free),
    operands: fc.record(
      { single: texts, values: fc.array(texts, { minLength: 1, maxLength: 3 }), secondaryValue: texts },
      { requiredKeys: [] },
    ),
  });
  return fc.oneof({ weight: 3, arbitrary: conditionsOn(dialect, kind) }, { weight: 1, arbitrary: numbered });
};

/** Records of a kind: values of the types of its parameters, near those of the conditions, or nothing. */
export const recordsOf = (dialect: Dialect, kind: string): fc.Arbitrary<QueriedRecord> =>
  fc.record(
    Object.fromEntries(
      Object.entries(dialect.queryTypes[kind]?.parameters ?? {}).map(([name, { type }]) => [
        name,
        fc.option(valuesOf[type], { freq: 6 }),
      ]),
    ),
    { requiredKeys: [] },
  );
