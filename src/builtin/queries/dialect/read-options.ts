import { option, type OptionsOf } from "../../../core/output/options.ts";
import { kinds } from "../../../core/output/values.ts";
import { isValue } from "../values/value-types.ts";
import { childPointer } from "../../../core/formats/json-pointer.ts";
import { isFilledText } from "../../../core/source/rules.ts";
import { isObject, type JsonObject } from "../../../core/model/json-object.ts";
import { shapeOf } from "../../../core/validation/shape-of.ts";
import { typeMeant } from "./spellings.ts";

/** An operator in a list of options: its integer, and the operand it needs. */
export interface ListedOperator {
  /** Undefined if no number identifies it. */
  readonly code: number | undefined;
  /** Whether the number's key is `operator`, or the number is the whole entry; any other number may be a count. */
  readonly isNamed: boolean;
  readonly label: string | undefined;
  /** Undefined if the options do not say. */
  readonly valueRequired: boolean | undefined;
  readonly severalAllowed: boolean | undefined;
  readonly secondRequired: boolean | undefined;
  /** The shape of the entry, without values. */
  readonly shape: string;
  readonly pointer: string;
}

/** A parameter in a list of options. */
export interface ListedParameter {
  /** Undefined if it has none. */
  readonly name: string | undefined;
  /** Whether nothing else in the entry, such as a label, could be the name. */
  readonly isCertain: boolean;
  /** The target's word for its type. */
  readonly type: string | undefined;
  /** Operators listed for it or for its type; undefined if there are none. */
  readonly operators: readonly ListedOperator[] | undefined;
  /** The offered values, if they are scalars. */
  readonly values: readonly (string | number | boolean)[];
  /** The shape of the entry, without values. */
  readonly shape: string;
}

/** A list of names. */
export type ListedNames = NonNullable<ReturnType<typeof namesIn>>;

/** The content of a Query/options answer (DON-15), whatever its shape (U-11). Missing parts are undefined. */
export type ListedOptions = ReturnType<typeof readOptions>;

/** Locations in answers of another shape: paths from the root, keys of one entry. */
export const pathOptions = {
  /** Path to the list or map of the parameters. */
  parameters: option.optional(kinds.texts),
  /** Key of a parameter's name. */
  name: option.optional(kinds.text),
  /** Key of its type. */
  type: option.optional(kinds.text),
  /** Key of its operators. */
  operators: option.optional(kinds.text),
  /** Key of an operator's integer. */
  operator: option.optional(kinds.text),
  /** Key of its name. */
  operatorName: option.optional(kinds.text),
  /** Path to the columns. */
  columns: option.optional(kinds.texts),
  /** Key of one column. */
  column: option.optional(kinds.text),
  /** Path to the columns to sort by. */
  sortable: option.optional(kinds.texts),
};

export interface OptionsPaths extends OptionsOf<typeof pathOptions> {}

/** The usual names, in lowercase: keys are compared case-insensitively. */
const usual = {
  wrappers: ["data", "result", "options"],
  queryTypes: ["querytypes", "types", "data", "result", "options"],
  queryType: ["querytype", "type", "code", "id", "value"],
  parameters: ["options", "parameters", "fields", "parameteroptions"],
  name: ["parameter", "name", "field", "key", "id"],
  type: ["type", "datatype", "valuetype", "fieldtype"],
  operators: ["operatoroptions", "operators", "allowedoperators"],
  operator: ["operator", "value", "id", "code"],
  operatorName: ["name", "label", "operatorname", "text", "displayname", "description"],
  values: ["valueoptions"],
  columns: ["columns", "selectedcolumns", "selectablecolumns", "columnoptions"],
  column: ["column", "name", "field", "key", "id"],
  sortable: ["sortby", "sortable", "sortoptions", "sortablecolumns", "sortablefields"],
} as const;

/** Keys whose text may be a caption. */
const captions = ["label", "title", "caption", "displayname", "text", "description"];

/** A value and its location. */
interface Located {
  readonly value: unknown;
  readonly pointer: string;
}

const within = ({ pointer }: Located, key: string | number, value: unknown): Located => ({
  value,
  pointer: childPointer(pointer, key),
});

/** The value under the first of several names that an object has, case-insensitive. */
const lookUp = (located: Located, names: readonly string[]): Located | undefined => {
  const { value } = located;
  if (!isObject(value)) return undefined;
  for (const name of names) {
    const key = Object.keys(value).find((one) => one.toLowerCase() === name);
    if (key !== undefined) return within(located, key, value[key]);
  }
  return undefined;
};

const valueAt = (located: Located, names: readonly string[]): unknown => lookUp(located, names)?.value;

const namesOr = (mapped: string | undefined, names: readonly string[]): readonly string[] =>
  mapped === undefined ? names : [mapped.toLowerCase()];

const atPath = (root: Located, path: readonly string[]): Located | undefined =>
  path.reduce<Located | undefined>((located, key) => {
    if (located === undefined || !isObject(located.value) || !Object.hasOwn(located.value, key))
      return undefined;
    return within(located, key, located.value[key]);
  }, root);

const itemsOf = (located: Located): readonly Located[] =>
  Array.isArray(located.value)
    ? located.value.map((item: unknown, index): Located => within(located, index, item))
    : [];

const parametersIn = (root: Located): Located | undefined =>
  Array.isArray(root.value) ? root : lookUp(root, usual.parameters);

/** The entry of one query type in an answer that lists all of them, as a list or as a map by integer. */
const entryOfType = (body: Located, code: number | undefined): Located | undefined => {
  if (code === undefined) return undefined;
  for (const located of [body, lookUp(body, usual.queryTypes)]) {
    if (located === undefined) continue;
    const byInteger = isObject(located.value) ? lookUp(located, [String(code)]) : undefined;
    const listed = itemsOf(located).filter(
      (item) => isObject(item.value) && valueAt(item, usual.queryType) === code,
    );
    const [entry] = byInteger === undefined ? listed : [byInteger];
    if (entry !== undefined && isObject(entry.value) && parametersIn(entry) !== undefined) return entry;
  }
  return undefined;
};

/** Removes the envelope of an answer, if there is one. */
const unwrapped = (body: Located, code: number | undefined): Located => {
  const entry = entryOfType(body, code);
  if (entry !== undefined) return entry;
  const inner = lookUp(body, usual.wrappers);
  if (inner === undefined) return body;
  const isEnvelope = isObject(inner.value)
    ? parametersIn(inner) !== undefined || entryOfType(inner, code) !== undefined
    : Array.isArray(inner.value) && parametersIn(body) === undefined;
  return isEnvelope ? (entryOfType(inner, code) ?? inner) : body;
};

/** The name of an entry, and whether nothing else in it could be the name. */
const nameOf = (
  located: Located,
  keys: readonly string[],
): { readonly name: string | undefined; readonly isCertain: boolean } => {
  const { value } = located;
  if (!isObject(value)) return { name: isFilledText(value) ? value : undefined, isCertain: true };
  const name = valueAt(located, keys);
  const texts = Object.entries(value).filter(
    ([key, inner]) =>
      isFilledText(inner) && (keys.includes(key.toLowerCase()) || captions.includes(key.toLowerCase())),
  );
  const isStated = keys[0] !== undefined && isFilledText(valueAt(located, [keys[0]]));
  return { name: isFilledText(name) ? name : undefined, isCertain: isStated || texts.length === 1 };
};

const namesIn = (located: Located | undefined, keys: readonly string[]) => {
  if (located === undefined || !Array.isArray(located.value)) return undefined;
  const found = itemsOf(located).map((item) => nameOf(item, keys));
  const names = found.flatMap(({ name }) => name ?? []);
  return {
    names,
    /** Number of entries without a name. */
    nameless: found.length - names.length,
    isCertain: names.length === found.length && found.every(({ isCertain }) => isCertain),
  };
};

const booleanAt = (located: Located, name: string): boolean | undefined => {
  const value = valueAt(located, [name]);
  return typeof value === "boolean" ? value : undefined;
};

const operatorAt = (located: Located, { operator, operatorName }: OptionsPaths): ListedOperator => {
  const { value } = located;
  const code = isObject(value) ? valueAt(located, namesOr(operator, usual.operator)) : value;
  const label = isObject(value) ? valueAt(located, namesOr(operatorName, usual.operatorName)) : undefined;
  return {
    code: typeof code === "number" ? code : undefined,
    isNamed: !isObject(value) || lookUp(located, ["operator"]) !== undefined,
    label: [label, code].find((one) => typeof one === "string"),
    valueRequired: booleanAt(located, "valuerequired"),
    severalAllowed: booleanAt(located, "multiplevaluesallowed"),
    secondRequired: booleanAt(located, "secondaryvaluerequired"),
    shape: shapeOf(value),
    pointer: located.pointer,
  };
};

const operatorsAt = (
  located: Located | undefined,
  paths: OptionsPaths,
): readonly ListedOperator[] | undefined =>
  located !== undefined && Array.isArray(located.value)
    ? itemsOf(located).map((item) => operatorAt(item, paths))
    : undefined;

const typeWord = (value: unknown): string | undefined =>
  value === undefined || value === null || typeof value === "object" ? undefined : String(value);

const isTypeWord = (word: string): boolean => typeMeant(word) !== undefined;

const parameterAt = (located: Located, ownName: string | undefined, paths: OptionsPaths): ListedParameter => {
  const { value } = located;
  // The value of a key may be its type, or its operators.
  const type = isObject(value)
    ? valueAt(located, namesOr(paths.type, usual.type))
    : ownName === undefined
      ? undefined
      : value;
  const listed = isObject(value) ? lookUp(located, namesOr(paths.operators, usual.operators)) : undefined;
  const own = ownName === undefined || !Array.isArray(value) ? undefined : located;
  const values = valueAt(located, usual.values);
  const found =
    ownName === undefined
      ? nameOf(located, namesOr(paths.name, usual.name))
      : // The key of a map may be the name of its entry.
        { name: ownName, isCertain: isTypeWord(String(type)) };
  return {
    ...found,
    type: typeWord(type),
    operators: operatorsAt(listed ?? own, paths),
    values: Array.isArray(values) ? values.filter(isValue) : [],
    shape: shapeOf(value),
  };
};

/** Names grouped by type: `{ string: ["city"], datetime: ["createdDate"] }`. */
const isByType = (value: unknown): value is JsonObject =>
  isObject(value) &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(([word, inner]) => isTypeWord(word) && Array.isArray(inner)) &&
  Object.values(value).some((inner) => Array.isArray(inner) && inner.some((one) => typeof one !== "number"));

const parametersAt = (
  located: Located | undefined,
  paths: OptionsPaths,
): readonly ListedParameter[] | undefined => {
  if (located === undefined) return undefined;
  const { value } = located;
  if (Array.isArray(value)) {
    const isCertain = located.pointer !== "";
    return itemsOf(located)
      .map((item) => parameterAt(item, undefined, paths))
      .map((parameter) => ({ ...parameter, isCertain: parameter.isCertain && isCertain }));
  }
  if (isByType(value))
    return Object.entries(value).flatMap(([type, inner]) =>
      itemsOf(within(located, type, inner)).map((item) => ({
        ...parameterAt(item, undefined, paths),
        type,
      })),
    );
  if (!isObject(value)) return undefined;
  return Object.entries(value).map(([name, inner]) => parameterAt(within(located, name, inner), name, paths));
};

/** Operators grouped by type. */
const operatorsByType = (
  located: Located | undefined,
  paths: OptionsPaths,
): ReadonlyMap<string, readonly ListedOperator[]> => {
  const value = located?.value;
  if (located === undefined || !isObject(value) || !Object.keys(value).every(isTypeWord)) return new Map();
  return new Map(
    Object.entries(value).map(([type, inner]) => [
      type.toLowerCase(),
      operatorsAt(within(located, type, inner), paths) ?? [],
    ]),
  );
};

/** Completes an operator's entry with what other lists say about it. */
const informed =
  (shared: readonly ListedOperator[]) =>
  (operator: ListedOperator): ListedOperator => {
    const more = shared.find(({ code }) => code !== undefined && code === operator.code);
    if (more === undefined) return operator;
    return {
      ...operator,
      label: operator.label ?? more.label,
      valueRequired: operator.valueRequired ?? more.valueRequired,
      severalAllowed: operator.severalAllowed ?? more.severalAllowed,
      secondRequired: operator.secondRequired ?? more.secondRequired,
    };
  };

/**
 * Reads an answer of Query/options in any known shape: lists and maps of names or objects, nested or flat, by type of
 * value, in an envelope, or among all query types; case-insensitive. `paths` locate the parts of another shape; `code`
 * is the requested query type.
 */
export const readOptions = (
  body: unknown,
  code: number | undefined = undefined,
  paths: OptionsPaths = {},
) => {
  const whole: Located = { value: body, pointer: "" };
  const root = unwrapped(whole, code);
  const at = (path: readonly string[] | undefined, names: readonly string[]): Located | undefined =>
    path === undefined ? lookUp(root, names) : atPath(whole, path);
  const shared = lookUp(root, namesOr(paths.operators, usual.operators));
  const operators = operatorsAt(shared, paths);
  const byType = operatorsByType(shared, paths);
  const listed = paths.parameters === undefined ? parametersIn(root) : atPath(whole, paths.parameters);
  const parameters = parametersAt(listed, paths)?.map((parameter): ListedParameter => {
    const own = parameter.operators ?? byType.get(parameter.type?.toLowerCase() ?? "");
    return { ...parameter, operators: own?.map(informed(operators ?? [])) };
  });
  const keys = namesOr(paths.column, usual.column);
  return {
    parameters,
    /** Those listed once for all parameters. */
    operators,
    columns: namesIn(at(paths.columns, usual.columns), keys),
    sortable: namesIn(at(paths.sortable, usual.sortable), keys),
  };
};
