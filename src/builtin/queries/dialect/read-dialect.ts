import type { ValueType } from "../values/value-types.ts";
import { printYaml } from "../../../core/output/yaml.ts";
import { readSource } from "../../../core/source/source-document.ts";
import { assertFollows } from "../../../core/source/rules.ts";
import { dialectRule } from "./check-dialect.ts";
import type { Dialect, ParameterDialect, QueryTypeDialect } from "./dialect.ts";

/** A query type as in a file: a parameter may be its type alone. */
interface WrittenQueryType extends Omit<QueryTypeDialect, "parameters"> {
  readonly parameters: Readonly<Record<string, ParameterDialect | ValueType>>;
}

type WrittenDialect = Omit<Dialect, "queryTypes"> & {
  readonly queryTypes: Readonly<Record<string, WrittenQueryType>>;
};

/**
 * Reads a dialect from YAML 1.2 or JSON. A parameter may be its type alone (`city: text`); top-level keys with the
 * prefix `x-` are ignored.
 * @throws UsageError with `file:line:column` for bad syntax and for every rule that the dialect breaks.
 * @example
 * ```ts
 * import { readDialect } from "tripact/queries";
 *
 * const text = `
 * operators: { equals: 0 }
 * queryTypes:
 *   donor: { code: 0, parameters: { city: text }, columns: [id, city] }
 * `;
 * console.log(readDialect(text, "donation.dialect.yaml").operators.equals); // 0
 * ```
 */
export const readDialect = (text: string, file: string): Dialect => {
  const source = readSource(text, file);
  assertFollows(source, dialectRule);
  // Every rule was just checked.
  return expanded(source.value as WrittenDialect);
};

const expanded = (written: WrittenDialect): Dialect => ({
  ...Object.fromEntries(Object.entries(written).filter(([key]) => !key.startsWith("x-"))),
  operators: written.operators,
  queryTypes: mapped(written.queryTypes, (type) => ({
    ...type,
    parameters: mapped(type.parameters, (parameter) =>
      typeof parameter === "string" ? { type: parameter } : parameter,
    ),
  })),
});

const mapped = <From, To>(map: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, to(value)]));

/**
 * A dialect as YAML for `readDialect`.
 * @example
 * ```ts
 * import { printDialect, readDialect } from "tripact/queries";
 *
 * const again = readDialect(printDialect(dialect), "printed");
 * console.log(again.operators.equals); // 0
 * ```
 */
export const printDialect = (dialect: Dialect): string =>
  printYaml({
    ...dialect,
    queryTypes: mapped(dialect.queryTypes, (type) => ({
      ...type,
      parameters: mapped(type.parameters, (parameter) =>
        parameter.operators === undefined ? parameter.type : parameter,
      ),
    })),
  });
