import type { Dialect } from "../../builtin/queries/dialect/dialect.ts";
import type { ListedOperator, ListedOptions } from "../../builtin/queries/dialect/read-options.ts";
import { type Arity, type OperatorName, operators } from "../../builtin/queries/operators.ts";
import type { ValueType } from "../../builtin/queries/values/value-types.ts";

/** The weight of a meaning that a hint contradicts: a hint counts less than an experiment. */
const doubt = 0.05;

/** How many values a listed operator takes; undefined where the options do not say. */
const aritiesOf = ({
  valueRequired,
  severalAllowed,
  secondRequired,
}: ListedOperator): ReadonlySet<Arity> | undefined => {
  if (valueRequired === false) return new Set(["none"]);
  if (secondRequired === true) return new Set(["two"]);
  if (severalAllowed === true) return new Set(["many"]);
  if (valueRequired === true && severalAllowed === false)
    return new Set(secondRequired === false ? ["one"] : ["one", "two"]);
  return undefined;
};

/** For each integer, how many values it takes as listed, in general or for a parameter. */
const listedArities = (listed: readonly ListedOptions[]): ReadonlyMap<number, ReadonlySet<Arity>> =>
  new Map(
    listed
      .flatMap(({ operators = [], parameters = [] }) => [
        ...operators,
        ...parameters.flatMap((parameter) => parameter.operators ?? []),
      ])
      .flatMap((operator): (readonly [number, ReadonlySet<Arity>])[] => {
        const arities = aritiesOf(operator);
        return operator.code === undefined || arities === undefined ? [] : [[operator.code, arities]];
      }),
  );

/** The types for which each integer is offered; undefined if the options do not distinguish types. */
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

/** How well a meaning of an integer fits what the target's options list of it, names included. */
export const hintsOf = (listed: readonly ListedOptions[], dialect: Dialect | undefined) => {
  const arities = listedArities(listed);
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
    prior: (code: number) => (meaning: OperatorName) =>
      byArity(code, meaning) * byType(code, meaning) * byName(code, meaning),
  };
};

/** What a target's options suggest about its integers. */
export type Hints = ReturnType<typeof hintsOf>;
