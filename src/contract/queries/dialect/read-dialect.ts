import { allTogether, UsageError } from "../../../harness/model/usage-error.ts";
import type { ValueType } from "../values/value-types.ts";
import { printYaml } from "../../../harness/output/yaml.ts";
import { readSource } from "../../../harness/source/source-document.ts";
import { dialectProblems } from "./check-dialect.ts";
import type { Dialect, ParameterDialect, QueryTypeDialect } from "./dialect.ts";

/** A query type as a file has it: a parameter may be just its type. */
interface WrittenQueryType extends Omit<QueryTypeDialect, "parameters"> {
  readonly parameters: Readonly<Record<string, ParameterDialect | ValueType>>;
}

type WrittenDialect = Omit<Dialect, "queryTypes"> & {
  readonly queryTypes: Readonly<Record<string, WrittenQueryType>>;
};

/**
 * Reads a dialect from YAML 1.2 or JSON. A parameter may be written as its type alone (`city: text`); keys at the top
 * that begin with `x-` are passed over.
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
 * @throws UsageError with `file:line:column` for bad syntax and for every rule that the dialect breaks.
 */
export const readDialect = (text: string, file: string): Dialect => {
  const { value, location } = readSource(text, file);
  const problems = [...dialectProblems(value)].map(
    ({ path, message, hint }) => new UsageError(message, { location: location(path, "key"), hint }),
  );
  if (problems.length > 0) throw allTogether(problems);
  // Just checked, rule by rule.
  return expanded(value as WrittenDialect);
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
 * A dialect as YAML that `readDialect` reads back.
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
