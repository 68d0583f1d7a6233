import { type Dialect, largestOperator } from "../../contract/queries/dialect/dialect.ts";
import { type Arity, type OperatorName, operators } from "../../contract/queries/operators.ts";
import type { ValueType } from "../../contract/queries/values/value-types.ts";
import type { Prior } from "./posteriors.ts";
import { property } from "./donation-calls.ts";
import { isObject } from "../../harness/model/json-object.ts";

/** What a target lists of itself: the integers for each type, and how many values they take. */
export interface Hints {
  prior(code: number): Prior;
}

/** A hint counts, but less than an experiment. */
const doubt = 0.05;

/** Reads the number of values off a listed operator, in the words that are known elsewhere (U-11). */
const aritiesIn = (entry: unknown): ReadonlySet<Arity> | undefined => {
  const [required, several, second] = [
    property(entry, "valueRequired"),
    property(entry, "multipleValuesAllowed"),
    property(entry, "secondaryValueRequired"),
  ];
  if (required === false) return new Set(["none"]);
  if (second === true) return new Set(["two"]);
  if (several === true) return new Set(["many"]);
  if (required === true && several === false) return new Set(second === false ? ["one"] : ["one", "two"]);
  return undefined;
};

/** Every listed operator in an answer of Query/options, at any depth. */
const listedOperators = (body: unknown): readonly (readonly [number, ReadonlySet<Arity>])[] => {
  if (Array.isArray(body)) return body.flatMap(listedOperators);
  if (!isObject(body)) return [];
  const code = property(body, "operator");
  const arities = aritiesIn(body);
  const own =
    typeof code === "number" && code >= 0 && code <= largestOperator && arities !== undefined
      ? [[code, arities] as const]
      : [];
  return [...own, ...Object.values(body).flatMap(listedOperators)];
};

/** For which types each integer is offered; undefined if options do not distinguish them. */
const offeredTypes = (dialect: Dialect): ReadonlyMap<number, ReadonlySet<ValueType>> | undefined => {
  const offered = new Map<number, Set<ValueType>>();
  for (const { parameters } of Object.values(dialect.queryTypes))
    for (const { type, operators: listed } of Object.values(parameters))
      for (const operator of listed ?? []) {
        const code = typeof operator === "number" ? operator : dialect.operators[operator];
        if (code !== undefined) offered.set(code, (offered.get(code) ?? new Set()).add(type));
      }
  return offered.size === 0 ? undefined : offered;
};

const typesListed = (dialect: Dialect): readonly ValueType[] => [
  ...new Set(
    Object.values(dialect.queryTypes).flatMap(({ parameters }) =>
      Object.values(parameters).flatMap(({ type, operators: listed }) =>
        listed === undefined || type === "unknown" ? [] : [type],
      ),
    ),
  ),
];

/** What the options of a target suggest of its integers, names included where they have any. */
export const hintsOf = (bodies: readonly unknown[], dialect: Dialect | undefined): Hints => {
  const arities = new Map(bodies.flatMap(listedOperators));
  const offered = dialect === undefined ? undefined : offeredTypes(dialect);
  const types = dialect === undefined ? [] : typesListed(dialect);
  const byArity = (code: number, meaning: OperatorName): number =>
    arities.get(code)?.has(operators[meaning].arity) === false ? doubt : 1;
  const byType = (code: number, meaning: OperatorName): number => {
    if (offered === undefined) return 1;
    const isOffered = (type: ValueType): boolean => offered.get(code)?.has(type) === true;
    return types.every((type) => isOffered(type) === operators[meaning].types.includes(type)) ? 1 : doubt;
  };
  const byName = (code: number, meaning: OperatorName): number =>
    dialect?.operators[meaning] === undefined || dialect.operators[meaning] === code ? 1 : doubt;
  return {
    prior: (code) => (meaning) => byArity(code, meaning) * byType(code, meaning) * byName(code, meaning),
  };
};
