import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type YAMLParseError,
} from "yaml";
import { UsageError } from "../../model/usage-error.ts";
import type { ValueType } from "../values/value-types.ts";
import { printYaml } from "../../output/yaml.ts";
import { type DialectProblem, dialectProblems, type Path } from "./check-dialect.ts";
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
 * @throws UsageError with `file:line:column` for bad syntax and for the first rule that the dialect breaks.
 */
export const readDialect = (text: string, file: string): Dialect => {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: "core",
    merge: false,
  });
  const placeAt = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  };
  const [broken] = document.errors;
  if (broken !== undefined) throw syntaxError(broken, placeAt);
  const value = plainValue(document, placeAt);
  for (const problem of dialectProblems(value)) throw problemError(problem, document, placeAt);
  // Just checked, rule by rule.
  return expanded(value as WrittenDialect);
};

type PlaceAt = (offset: number) => string;

const syntaxError = ({ message, pos }: YAMLParseError, placeAt: PlaceAt): UsageError =>
  new UsageError(`not valid YAML or JSON: ${message.replace(/\s+/g, " ")}`, { place: placeAt(pos[0]) });

/** Aliases that expand without end are refused by the parser. */
const plainValue = (document: Document, placeAt: PlaceAt): unknown => {
  try {
    return document.toJS();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { place: placeAt(0) });
  }
};

const problemError = (
  { path, message, hint }: DialectProblem,
  document: Document,
  placeAt: PlaceAt,
): UsageError =>
  new UsageError(message, {
    place: placeAt(offsetOf(path, document)),
    hint,
  });

/** Where the key of a value begins, or the nearest place around it that is there. */
const offsetOf = (path: Path, document: Document): number => {
  let [node, offset]: [unknown, number] = [document.contents, startOf(document.contents)];
  for (const segment of path) {
    const pair: unknown = isMap(node) ? node.items.find(({ key }) => String(key) === segment) : undefined;
    const next: unknown = isSeq(node) ? node.items[Number(segment)] : isPair(pair) ? pair.value : undefined;
    if (next === undefined) return offset;
    offset = startOf(isPair(pair) ? pair.key : next);
    node = isAlias(next) ? next.resolve(document) : next;
  }
  return offset;
};

const startOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

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

/** A dialect as YAML that `readDialect` reads back. */
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
