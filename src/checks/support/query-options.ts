import { isObject, type JsonObject } from "./json.ts";

/** An operator as options list it beside a parameter: its integer, and what it wants to be compared with. */
export interface ListedOperator {
  readonly operator: number;
  /** Undefined where the options do not say. */
  readonly valueRequired: boolean | undefined;
  readonly takesSeveral: boolean;
  readonly pointer: string;
}

/** A parameter as options list it. */
export interface ListedParameter {
  readonly name: string;
  /** Undefined where the options list none for it. */
  readonly operators: readonly ListedOperator[] | undefined;
  /** The values that the options offer, where they are scalars. */
  readonly values: readonly (string | number | boolean)[];
}

/** What an answer of Query/options lists, in one of the shapes that are known elsewhere (U-11). */
export interface ListedOptions {
  /** Undefined where none can be determined. */
  readonly parameters: readonly ListedParameter[] | undefined;
  readonly operators: readonly ListedOperator[];
  /** Undefined where none can be determined. */
  readonly columns: readonly string[] | undefined;
}

const parameterLists = ["options", "parameters"] as const;

const operatorLists = ["operatorOptions", "operators"] as const;

const columnLists = ["columns", "selectedColumns", "selectableColumns"] as const;

const isScalar = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

const named = (entry: unknown, key: string): string | undefined => {
  const name = isObject(entry) ? entry[key] : entry;
  return typeof name === "string" && name !== "" ? name : undefined;
};

/** The names of a list, of texts or of objects that have the name under a key; undefined when any has none. */
const namesIn = (list: unknown, key: string): readonly string[] | undefined => {
  if (!Array.isArray(list)) return undefined;
  const names = list.map((entry) => named(entry, key)).filter((name) => name !== undefined);
  return names.length === list.length ? names : undefined;
};

const operatorOf = (entry: unknown, pointer: string): readonly ListedOperator[] => {
  const operator = isObject(entry) ? entry["operator"] : entry;
  if (typeof operator !== "number") return [];
  const { valueRequired, multipleValuesAllowed, secondaryValueRequired }: JsonObject = isObject(entry)
    ? entry
    : {};
  return [
    {
      operator,
      valueRequired: typeof valueRequired === "boolean" ? valueRequired : undefined,
      takesSeveral: multipleValuesAllowed === true && secondaryValueRequired !== true,
      pointer,
    },
  ];
};

const operatorsIn = (list: unknown, pointer: string): readonly ListedOperator[] | undefined =>
  Array.isArray(list) ? list.flatMap((entry, index) => operatorOf(entry, `${pointer}/${index}`)) : undefined;

const parameterOf = (entry: unknown, name: string, pointer: string): ListedParameter => {
  const parts: JsonObject = isObject(entry) ? entry : {};
  const place = operatorLists.find((list) => Array.isArray(parts[list]));
  const { valueOptions } = parts;
  return {
    name,
    operators: place === undefined ? undefined : operatorsIn(parts[place], `${pointer}/${place}`),
    values: Array.isArray(valueOptions) ? valueOptions.filter(isScalar) : [],
  };
};

const parametersIn = (body: JsonObject): readonly ListedParameter[] | undefined => {
  const place = parameterLists.find((name) => Array.isArray(body[name]));
  const list = place === undefined ? undefined : body[place];
  const names = namesIn(list, "parameter");
  return Array.isArray(list)
    ? names?.map((name, index) => parameterOf(list[index], name, `/${place}/${index}`))
    : undefined;
};

/**
 * Reads an answer of Query/options: `options` or `parameters` that are names, or objects with `parameter` and
 * perhaps `operatorOptions` and `valueOptions`; `columns` that are names. Undefined for any other shape, of which
 * nothing can be said, since none is stated.
 */
export const readOptions = (body: unknown): ListedOptions | undefined => {
  if (!isObject(body)) return undefined;
  const parameters = parametersIn(body);
  const columns = columnLists.map((name) => namesIn(body[name], "name")).find((found) => found !== undefined);
  if (parameters === undefined && columns === undefined) return undefined;
  const shared = operatorLists.find((name) => Array.isArray(body[name]));
  return {
    parameters,
    operators: [
      ...(shared === undefined ? [] : (operatorsIn(body[shared], `/${shared}`) ?? [])),
      ...(parameters ?? []).flatMap(({ operators = [] }) => operators),
    ],
    columns,
  };
};

/** The operators of a parameter that compare with nothing, as far as the options say. */
export const unaryOperators = ({ operators = [] }: ListedParameter): readonly number[] =>
  operators.filter(({ valueRequired }) => valueRequired === false).map(({ operator }) => operator);
