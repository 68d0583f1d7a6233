import { readOptions } from "../../builtin/queries/dialect/read-options.ts";
import type * as listed from "../../builtin/queries/dialect/read-options.ts";
import { jsonOf, type Exchange, type Outcome } from "../../core/model/exchange.ts";

/** An operator listed with a parameter: its integer, and the value it requires. */
export interface OptionsOperator {
  readonly operator: number;
  /** Undefined if the options do not say. */
  readonly valueRequired: boolean | undefined;
  readonly takesSeveral: boolean;
  readonly takesTwo: boolean;
  /** Whether it is called an operator: another number may have another meaning. */
  readonly isNamed: boolean;
  readonly pointer: string;
}

export interface OptionsParameter {
  readonly name: string;
  /** Undefined if the options list none for it. */
  readonly operators: readonly OptionsOperator[] | undefined;
  /** The values that the options offer, if they are scalars. */
  readonly values: readonly (string | number | boolean)[];
}

/** Contents of an answer of Query/options, as far as they are unambiguous (U-11). */
export interface OptionsContent {
  /** Undefined if none can be determined. */
  readonly parameters: readonly OptionsParameter[] | undefined;
  readonly operators: readonly OptionsOperator[];
  /** Undefined if none can be determined. */
  readonly columns: readonly string[] | undefined;
}

const operatorsOf = (operators: readonly listed.ListedOperator[]): readonly OptionsOperator[] =>
  operators.flatMap(({ code, severalAllowed, secondRequired, ...operator }) =>
    code === undefined
      ? []
      : [
          {
            operator: code,
            valueRequired: operator.valueRequired,
            takesSeveral: severalAllowed === true && secondRequired !== true,
            takesTwo: secondRequired === true,
            isNamed: operator.isNamed,
            pointer: operator.pointer,
          },
        ],
  );

/** Parameters with unambiguous names; undefined if any entry has none. */
const parametersOf = (
  parameters: readonly listed.ListedParameter[] | undefined,
): readonly OptionsParameter[] | undefined => {
  const certain = parameters?.flatMap(({ name, isCertain, operators, values }) =>
    name === undefined || !isCertain
      ? []
      : [{ name, operators: operators === undefined ? undefined : operatorsOf(operators), values }],
  );
  return certain?.length === parameters?.length ? certain : undefined;
};

const queryTypeIn = ({ request: { url } }: Exchange): number | undefined => {
  const [, digits] = /\/(\d)$/.exec(new URL(url).pathname) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

/** Several plans read one answer, and each repeats it while a finding's requests are reduced. */
const known = new WeakMap<Outcome, OptionsContent | undefined>();

/** What an exchange of Query/options lists; undefined if it is ambiguous, since no shape is stated. */
export const optionsIn = (exchange: Exchange): OptionsContent | undefined => {
  if (known.has(exchange.outcome)) return known.get(exchange.outcome);
  const listed = readListed(exchange);
  known.set(exchange.outcome, listed);
  return listed;
};

const readListed = (exchange: Exchange): OptionsContent | undefined => {
  const options = readOptions(jsonOf(exchange), queryTypeIn(exchange));
  const parameters = parametersOf(options.parameters);
  const columns = options.columns?.isCertain === true ? options.columns.names : undefined;
  if (parameters === undefined && columns === undefined) return undefined;
  return {
    parameters,
    operators: [
      ...operatorsOf(options.operators ?? []),
      ...(parameters ?? []).flatMap(({ operators = [] }) => operators),
    ],
    columns,
  };
};

/** The operators of a parameter that take no value, as far as the options say. */
export const unaryOperators = ({ operators = [] }: OptionsParameter): readonly number[] =>
  operators.filter(({ valueRequired }) => valueRequired === false).map(({ operator }) => operator);
