import { UsageError } from "../../../harness/model/usage-error.ts";
import { shapeOf } from "../../../harness/validation/shape-of.ts";
import { printable } from "../../../harness/output/escape.ts";
import type { OperatorName } from "../operators.ts";
import { type Refusal, refusal } from "../refusal.ts";
import type { ValueType } from "../values/value-types.ts";
import { defineDialect } from "./define-dialect.ts";
import { type Dialect, largestOperator, type ParameterDialect, type QueryTypeDialect } from "./dialect.ts";
import { operatorMeant, typeMeant } from "./spellings.ts";
import { isObject, type JsonObject } from "../../../harness/model/json-object.ts";

/** An answer of Query/options/{queryType}, whose shape is not stated (U-11), and what it was asked about. */
export interface OptionsAnswer {
  /** The name that the kind of record is to have in the dialect. */
  readonly kind: string;
  readonly code: number;
  readonly body: unknown;
}

/** What is known from elsewhere: options list integers, but hardly ever what they mean. */
export type KnownMeanings = Partial<Omit<Dialect, "queryTypes">>;

/**
 * Maps answers of another shape, and the meanings of their words. Paths are keys from the root of the
 * answer; what is left out is looked for under the usual names.
 */
export interface OptionsMapping {
  /** To the list, or map, of the parameters. */
  readonly parameters?: readonly string[];
  /** Keys of one parameter. */
  readonly name?: string;
  readonly type?: string;
  readonly operators?: string;
  /** Keys of one operator: its integer, and its name. */
  readonly operator?: string;
  readonly operatorName?: string;
  readonly columns?: readonly string[];
  /** Key of one column. */
  readonly column?: string;
  readonly sortable?: readonly string[];
  /** What the target's words for types and operators mean. */
  readonly types?: Readonly<Record<string, ValueType>>;
  readonly operatorNames?: Readonly<Record<string, OperatorName>>;
}

export interface DiscoveredDialect {
  readonly dialect: Dialect;
  /** What the answers say that was not understood. */
  readonly notes: readonly Refusal[];
}

/** The usual names, in lower case: keys are compared without regard to case. */
const usual = {
  wrappers: ["data", "result", "options"],
  parameters: ["options", "parameters", "fields", "parameteroptions"],
  name: ["parameter", "name", "field", "key", "id"],
  type: ["type", "datatype", "valuetype", "fieldtype"],
  operators: ["operatoroptions", "operators", "allowedoperators"],
  operator: ["operator", "value", "id", "code"],
  operatorName: ["name", "label", "operatorname", "text", "displayname", "description"],
  columns: ["columns", "selectedcolumns", "selectablecolumns", "columnoptions"],
  column: ["column", "name", "field", "key", "id"],
  sortable: ["sortby", "sortable", "sortoptions", "sortablecolumns", "sortablefields"],
} as const;

/** The value under the first of several names that an object has, in any case of letters. */
const lookUp = (object: JsonObject, names: readonly string[]): unknown => {
  for (const name of names) {
    const key = Object.keys(object).find((one) => one.toLowerCase() === name);
    if (key !== undefined) return object[key];
  }
  return undefined;
};

const namesOr = (mapped: string | undefined, names: readonly string[]): readonly string[] =>
  mapped === undefined ? names : [mapped.toLowerCase()];

interface Reader {
  readonly kind: string;
  readonly mapping: OptionsMapping;
  readonly notes: Refusal[];
  /** Integers that the answers name themselves. */
  readonly named: Map<OperatorName, number>;
}

const note = (reader: Reader, place: string, message: string): void => {
  reader.notes.push(
    refusal(`options of ${printable(reader.kind)}${place === "" ? "" : `, ${place}`}`, message),
  );
};

/**
 * Makes a dialect of what a target lists about its query types (DON-15). Understands lists of names, lists and maps
 * of objects, nested or flat, in either spelling; `mapping` maps the rest. Meanings that the answers name themselves
 * are taken, unless `known` says otherwise.
 * @throws UsageError for an answer in which no parameters can be found.
 */
export const dialectFromOptions = (
  answers: readonly OptionsAnswer[],
  known: KnownMeanings = {},
  mapping: OptionsMapping = {},
): DiscoveredDialect => {
  const notes: Refusal[] = [];
  const named = new Map<OperatorName, number>();
  const queryTypes = Object.fromEntries(
    answers.map((answer) => [answer.kind, queryTypeOf(answer, { kind: answer.kind, mapping, notes, named })]),
  );
  const operators = { ...unclaimed(named, known.operators ?? {}), ...known.operators };
  return { dialect: defineDialect({ ...known, operators, queryTypes }), notes };
};

/** Names of the answers whose meaning and integer are not taken by what is known already. */
const unclaimed = (
  named: ReadonlyMap<OperatorName, number>,
  known: Dialect["operators"],
): Dialect["operators"] => {
  const taken = new Set<number>(Object.values(known));
  return Object.fromEntries(
    [...named].filter(([name, code]) => known[name] === undefined && !taken.has(code)),
  );
};

const queryTypeOf = ({ code, body }: OptionsAnswer, reader: Reader): QueryTypeDialect => {
  const { mapping } = reader;
  const root = unwrapped(body);
  const listed = mapping.parameters === undefined ? parametersIn(root) : atPath(body, mapping.parameters);
  const entries = entriesOf(listed);
  if (entries === undefined) throw noParameters(reader.kind, body);
  const shared = sharedOperators(root, reader);
  const parameters = entries.flatMap((entry, index) => parameterOf(entry, index, shared, reader));
  const columns = namesAt("columns", body, root, reader);
  if (columns === undefined) note(reader, "", "no columns are listed");
  const sortable = namesAt("sortable", body, root, reader);
  return {
    code,
    parameters: Object.fromEntries(parameters),
    columns: columns ?? [],
    ...(sortable === undefined ? {} : { sortable }),
  };
};

const noParameters = (kind: string, body: unknown): UsageError =>
  new UsageError(`no parameters can be found in ${shapeOf(body)}`, {
    location: `options of ${printable(kind)}`,
    hint: "pass a mapping that says where they are",
  });

/** Takes an answer out of an envelope, if it is in one. */
const unwrapped = (body: unknown): unknown => {
  if (!isObject(body)) return body;
  const inner = lookUp(body, usual.wrappers);
  const isEnvelope = isObject(inner)
    ? parametersIn(inner) !== undefined
    : Array.isArray(inner) && parametersIn(body) === undefined;
  return isEnvelope ? inner : body;
};

const parametersIn = (root: unknown): unknown => {
  if (Array.isArray(root)) return root;
  return isObject(root) ? lookUp(root, usual.parameters) : undefined;
};

const atPath = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    body,
  );

/** A parameter as it is listed: under a name of its own, or as an entry of a list. */
interface Entry {
  readonly name: string | undefined;
  readonly value: unknown;
}

const entriesOf = (listed: unknown): readonly Entry[] | undefined => {
  if (Array.isArray(listed)) return listed.map((value) => ({ name: undefined, value }));
  return isObject(listed) ? Object.entries(listed).map(([name, value]) => ({ name, value })) : undefined;
};

const parameterOf = (
  { name: ownName, value }: Entry,
  index: number,
  shared: ParameterDialect["operators"],
  reader: Reader,
): readonly (readonly [string, ParameterDialect])[] => {
  const { mapping } = reader;
  const name = ownName ?? (isObject(value) ? lookUp(value, namesOr(mapping.name, usual.name)) : value);
  if (typeof name !== "string" || name === "") {
    note(reader, `parameter ${index}`, `it has no name: ${shapeOf(value)}`);
    return [];
  }
  const word = isObject(value)
    ? lookUp(value, namesOr(mapping.type, usual.type))
    : ownName === undefined
      ? undefined
      : value;
  const listed = isObject(value) ? lookUp(value, namesOr(mapping.operators, usual.operators)) : undefined;
  const operators = Array.isArray(listed) ? operatorsOf(listed, name, reader) : shared;
  return [[name, { type: typeOf(word, name, reader), ...(operators === undefined ? {} : { operators }) }]];
};

const typeOf = (word: unknown, parameter: string, reader: Reader): ValueType => {
  if (word === undefined || word === null) return "unknown";
  const type = typeMeant(String(word), reader.mapping.types);
  if (type === undefined)
    note(reader, printable(parameter), `the type ${printable(String(word))} is not known`);
  return type ?? "unknown";
};

/** Operators that are listed once for all parameters; all thirty say no more than none. */
const sharedOperators = (root: unknown, reader: Reader): ParameterDialect["operators"] => {
  const listed = isObject(root)
    ? lookUp(root, namesOr(reader.mapping.operators, usual.operators))
    : undefined;
  if (!Array.isArray(listed) || listed.length === 0) return undefined;
  const operators = operatorsOf(listed, "every parameter", reader);
  return new Set(operators).size > largestOperator ? undefined : operators;
};

const operatorsOf = (
  listed: readonly unknown[],
  parameter: string,
  reader: Reader,
): (OperatorName | number)[] => [...new Set(listed.flatMap((entry) => operatorOf(entry, parameter, reader)))];

const operatorOf = (
  entry: unknown,
  parameter: string,
  reader: Reader,
): readonly (OperatorName | number)[] => {
  const { mapping } = reader;
  const code = isObject(entry) ? lookUp(entry, namesOr(mapping.operator, usual.operator)) : entry;
  const label = isObject(entry)
    ? lookUp(entry, namesOr(mapping.operatorName, usual.operatorName))
    : undefined;
  const word = [label, code].find((one) => typeof one === "string");
  const meaning = typeof word === "string" ? operatorMeant(word, mapping.operatorNames) : undefined;
  if (typeof code === "number" && Number.isInteger(code) && code >= 0 && code <= largestOperator) {
    if (meaning !== undefined) learn(meaning, code, parameter, reader);
    return [code];
  }
  if (meaning !== undefined) return [meaning];
  note(
    reader,
    printable(parameter),
    `an operator is not understood: ${typeof word === "string" ? printable(word) : shapeOf(entry)}`,
  );
  return [];
};

/** One name has one integer, and the other way round: the first one is kept. */
const learn = (meaning: OperatorName, code: number, parameter: string, reader: Reader): void => {
  const owner = [...reader.named].find(([name, other]) => name === meaning || other === code);
  if (owner === undefined) reader.named.set(meaning, code);
  else if (owner[0] !== meaning || owner[1] !== code)
    note(reader, printable(parameter), `operator ${code} is called ${meaning} here and otherwise elsewhere`);
};

const namesAt = (
  what: "columns" | "sortable",
  body: unknown,
  root: unknown,
  reader: Reader,
): readonly string[] | undefined => {
  const path = reader.mapping[what];
  const listed =
    path === undefined ? (isObject(root) ? lookUp(root, usual[what]) : undefined) : atPath(body, path);
  if (!Array.isArray(listed)) return undefined;
  const keys = namesOr(reader.mapping.column, usual.column);
  const names = listed.map((entry) => (isObject(entry) ? lookUp(entry, keys) : entry));
  const known = names.filter((name) => typeof name === "string" && name !== "");
  if (known.length < names.length) note(reader, what, `${names.length - known.length} entries have no name`);
  // Only texts are left.
  return known as string[];
};
