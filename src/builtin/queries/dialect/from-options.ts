import { aList, aNumber, optional, anObject, aText } from "../../../core/source/rules.ts";
import { assertOptions, option, type OptionsOf } from "../../../core/output/options.ts";
import { kinds, typed } from "../../../core/output/values.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { shapeOf } from "../../../core/validation/shape-of.ts";
import { printable } from "../../../core/output/escape.ts";
import { assertForm } from "../forms.ts";
import type { OperatorName } from "../operators.ts";
import { type Refusal, refusal } from "../refusal.ts";
import type { ValueType } from "../values/value-types.ts";
import { defineDialect } from "./define-dialect.ts";
import { type Dialect, largestOperator, type ParameterDialect, type QueryTypeDialect } from "./dialect.ts";
import {
  type ListedNames,
  type ListedOperator,
  type ListedOptions,
  type ListedParameter,
  pathOptions,
  readOptions,
} from "./read-options.ts";
import { operatorMeant, typeMeant } from "./spellings.ts";

/** An answer of Query/options/{queryType}, whose shape is not stated (U-11), and its request. */
export interface OptionsAnswer {
  /** Name for the kind of record in the dialect. */
  readonly kind: string;
  readonly code: number;
  readonly body: unknown;
}

/** What is known from elsewhere: options list integers, but rarely their meanings. */
export type KnownMeanings = Partial<Omit<Dialect, "queryTypes">>;

const mappingOptions = {
  ...pathOptions,
  /** Meanings of the target's words for types. */
  types: option.optional(typed<Readonly<Record<string, ValueType>>>(kinds.object)),
  /** The same for operators. */
  operatorNames: option.optional(typed<Readonly<Record<string, OperatorName>>>(kinds.object)),
};

/**
 * Maps answers of another shape, and the meanings of their words. Paths are keys from the root of the answer; omitted
 * ones are found under the usual names.
 */
export interface OptionsMapping extends OptionsOf<typeof mappingOptions> {}

/** A dialect from the listed options, and what it still lacks. */
export interface DiscoveredDialect {
  readonly dialect: Dialect;
  /** Parts of the answers that were not understood. */
  readonly notes: readonly Refusal[];
}

interface Reader {
  readonly kind: string;
  readonly mapping: OptionsMapping;
  readonly notes: Refusal[];
  /** Integers that the answers themselves name. */
  readonly named: Map<OperatorName, number>;
}

const note = (reader: Reader, location: string, message: string): void => {
  reader.notes.push(
    refusal(`options of ${printable(reader.kind)}${location === "" ? "" : `, ${location}`}`, message),
  );
};

/**
 * Builds a dialect from a target's own lists of its query types (DON-15). Understands lists of names, lists and maps of
 * objects, nested or flat, in either spelling; `mapping` covers the rest. Meanings named in the answers are used unless
 * `known` contradicts them.
 * @throws UsageError for an answer without recognisable parameters.
 * @example
 * ```ts
 * import { dialectFromOptions } from "tripact/queries";
 *
 * const body = { parameters: [{ name: "city", type: "text", operators: [0, 1] }], columns: ["id", "city"] };
 * const { dialect, notes } = dialectFromOptions([{ kind: "donor", code: 0, body }]);
 * console.log(Object.keys(dialect.queryTypes["donor"]?.parameters ?? {}), notes.length); // [ 'city' ] …
 * ```
 */
export const dialectFromOptions = (
  answers: readonly OptionsAnswer[],
  known: KnownMeanings = {},
  mapping: OptionsMapping = {},
): DiscoveredDialect => {
  assertForm(answers, "answers", aList(anObject({ kind: aText, code: aNumber })));
  assertForm(known, "known", anObject({ operators: optional(anObject({})) }));
  assertOptions(mapping, mappingOptions);
  const notes: Refusal[] = [];
  const named = new Map<OperatorName, number>();
  const queryTypes = Object.fromEntries(
    answers.map((answer) => [answer.kind, queryTypeOf(answer, { kind: answer.kind, mapping, notes, named })]),
  );
  const operators = { ...unclaimed(named, known.operators ?? {}), ...known.operators };
  return { dialect: defineDialect({ ...known, operators, queryTypes }), notes };
};

/** Names in the answers whose meaning and integer are still free. */
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
  const listed = readOptions(body, code, reader.mapping);
  if (listed.parameters === undefined) throw noParameters(reader.kind, body);
  const shared = sharedOperators(listed, reader);
  const parameters = listed.parameters.flatMap((parameter, index) =>
    parameterOf(parameter, index, shared, reader),
  );
  if (listed.columns === undefined) note(reader, "", "no columns are listed");
  const sortable = namesOf("sortable", listed.sortable, reader);
  return {
    code,
    parameters: Object.fromEntries(parameters),
    columns: namesOf("columns", listed.columns, reader) ?? [],
    ...(sortable === undefined ? {} : { sortable }),
  };
};

const noParameters = (kind: string, body: unknown): UsageError =>
  new UsageError(`no parameters can be found in ${shapeOf(body)}`, {
    location: `options of ${printable(kind)}`,
    hint: "pass a mapping that says where they are",
  });

const parameterOf = (
  { name, type, operators: own, shape }: ListedParameter,
  index: number,
  shared: ParameterDialect["operators"],
  reader: Reader,
): readonly (readonly [string, ParameterDialect])[] => {
  if (name === undefined || name === "") {
    note(reader, `parameter ${index}`, `it has no name: ${shape}`);
    return [];
  }
  const operators = own === undefined ? shared : operatorsOf(own, name, reader);
  return [[name, { type: typeOf(type, name, reader), ...(operators === undefined ? {} : { operators }) }]];
};

const typeOf = (word: string | undefined, parameter: string, reader: Reader): ValueType => {
  if (word === undefined) return "unknown";
  const type = typeMeant(word, reader.mapping.types);
  if (type === undefined) note(reader, printable(parameter), `the type ${printable(word)} is not known`);
  return type ?? "unknown";
};

/** Operators listed once for all parameters; a list of all thirty is treated as none. */
const sharedOperators = ({ operators }: ListedOptions, reader: Reader): ParameterDialect["operators"] => {
  if (operators === undefined || operators.length === 0) return undefined;
  const meant = operatorsOf(operators, "every parameter", reader);
  return new Set(meant).size > largestOperator ? undefined : meant;
};

const operatorsOf = (
  listed: readonly ListedOperator[],
  parameter: string,
  reader: Reader,
): (OperatorName | number)[] => [...new Set(listed.flatMap((entry) => operatorOf(entry, parameter, reader)))];

const operatorOf = (
  { code, label, shape }: ListedOperator,
  parameter: string,
  reader: Reader,
): readonly (OperatorName | number)[] => {
  const meaning = label === undefined ? undefined : operatorMeant(label, reader.mapping.operatorNames);
  if (code !== undefined && Number.isInteger(code) && code >= 0 && code <= largestOperator) {
    if (meaning !== undefined) learn(meaning, code, parameter, reader);
    return [code];
  }
  if (meaning !== undefined) return [meaning];
  note(
    reader,
    printable(parameter),
    `an operator is not understood: ${label === undefined ? shape : printable(label)}`,
  );
  return [];
};

/** A name has one integer and vice versa: the first pair wins. */
const learn = (meaning: OperatorName, code: number, parameter: string, reader: Reader): void => {
  const owner = [...reader.named].find(([name, other]) => name === meaning || other === code);
  if (owner === undefined) reader.named.set(meaning, code);
  else if (owner[0] !== meaning || owner[1] !== code)
    note(reader, printable(parameter), `operator ${code} is called ${meaning} here and otherwise elsewhere`);
};

const namesOf = (
  what: "columns" | "sortable",
  listed: ListedNames | undefined,
  reader: Reader,
): readonly string[] | undefined => {
  if (listed !== undefined && listed.nameless > 0)
    note(reader, what, `${listed.nameless} entries have no name`);
  return listed?.names;
};
