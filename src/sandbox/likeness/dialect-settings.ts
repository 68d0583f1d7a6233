import type { Dialect } from "../../builtin/queries/dialect/dialect.ts";
import type { Settings } from "../../core/model/settings.ts";
import { operatorNames } from "../store/operators.ts";
import { queryTypes } from "../store/donation/kinds.ts";

/** Every integer once: known names keep theirs, the others get the remaining ones. */
const orderOf = (names: readonly string[], known: (name: string) => number | undefined): string => {
  const taken = new Set(names.flatMap((name) => known(name) ?? []));
  const left = names.map((_, index) => index).filter((index) => !taken.has(index));
  return `order:${names.map((name) => known(name) ?? left.shift()).join(".")}`;
};

/** A query dialect as settings of a sandbox that uses it (U-12 to U-15). */
export const settingsOfDialect = (dialect: Dialect): Settings => {
  const { singleValueField, conjunct, letterCase, emptyMatchesNull, negationMatchesNull } = dialect;
  const operators: Readonly<Record<string, number>> = dialect.operators;
  return {
    "U-13": orderOf(operatorNames, (name) => operators[name]),
    "U-15": orderOf(
      queryTypes.map(({ name }) => name),
      (name) => dialect.queryTypes[name]?.code,
    ),
    ...(singleValueField === undefined ? {} : { "U-12": singleValueField }),
    ...(conjunct === undefined ? {} : { "U-14": `and-is-${conjunct.and}` }),
    ...(letterCase === undefined ? {} : { "U-13.case": letterCase }),
    ...(emptyMatchesNull === undefined ? {} : { "U-13.empty": emptyMatchesNull ? "with-null" : "text-only" }),
    ...(negationMatchesNull === undefined
      ? {}
      : { "U-13.negation": negationMatchesNull ? "with-null" : "without-null" }),
  };
};
