import { shapeOf } from "../../core/validation/shape-of.ts";
import { type Dialect, takenFields } from "./dialect/dialect.ts";
import {
  type AnyCondition,
  type Filter,
  type Group,
  groupOf,
  type NumberedCondition,
  type PlacedOperands,
} from "./expression.ts";
import { printable } from "../../core/output/escape.ts";
import { operatorNames, operators, type OperatorName } from "./operators.ts";
import { type PageOptions, pageOptionNames, sortName } from "./page-options.ts";
import type { Query } from "./query.ts";
import { type Refusal, refusal } from "./refusal.ts";
import { isValue, type Value } from "./values/value-types.ts";
import { isObject, type JsonObject, own } from "../../core/model/json-object.ts";

/** A parsed body, and the parts that were not understood, by path and shape. */
export interface ParsedQuery {
  readonly query: Query;
  readonly notes: readonly Refusal[];
}

/** Maximum depth of groups to read; no person and no dialect nests this deep. */
const deepest = 100;

interface Reader {
  readonly dialect: Dialect;
  readonly notes: Refusal[];
}

/**
 * Parses a body into a query: the inverse of `bodyOf`. Never fails: omits and notes what it does not understand, and
 * keeps a condition with an unknown integer as a numbered one. Use `refusalsOf` to find out if the query can be sent.
 * @example
 * ```ts
 * import { field, parseBody, query } from "tripact/queries";
 *
 * const body = query("donor", dialect).where(field("city").equals("Austin")).body();
 * const parsed = parseBody(body, dialect);
 * console.log(parsed.query.kind, parsed.notes.length); // donor 0
 * ```
 */
export const parseBody = (body: unknown, dialect: Dialect): ParsedQuery => {
  const reader: Reader = { dialect, notes: [] };
  if (!isObject(body)) {
    reader.notes.push(refusal("the body", `a query is an object, not ${shapeOf(body)}`));
    return { query: { kind: undefined }, notes: reader.notes };
  }
  noteOthers(body, ["queryType", "groups", "selectedColumns", ...pageOptionNames], "", reader);
  const filter = readGroups(body["groups"], reader);
  const columns = readColumns(body["selectedColumns"], reader);
  const query: Query = {
    kind: readKind(body["queryType"], reader),
    ...readPage(body, reader),
    ...(filter === undefined ? {} : { filter }),
    ...(columns === undefined ? {} : { columns }),
  };
  return { query, notes: reader.notes };
};

const note = (reader: Reader, path: string, message: string): undefined => {
  reader.notes.push(refusal(path, message));
};

const noteShape = (reader: Reader, path: string, must: string, value: unknown): undefined =>
  note(reader, path, `${must}, not ${shapeOf(value)}`);

const noteOthers = (object: JsonObject, known: readonly string[], path: string, reader: Reader): void => {
  for (const key of Object.keys(object))
    if (!known.includes(key)) note(reader, `${path}${printable(key)}`, "no such property is known");
};

const readKind = (code: unknown, reader: Reader): string | number | undefined => {
  if (typeof code !== "number") return noteShape(reader, "queryType", "a query type is an integer", code);
  const found = Object.entries(reader.dialect.queryTypes).find(([, type]) => type.code === code);
  if (found === undefined) note(reader, "queryType", `the dialect knows no query type ${code}`);
  return found?.[0] ?? code;
};

const pageTypes = {
  skip: "number",
  take: "number",
  sortBy: "string",
  descending: "boolean",
  includeDetails: "boolean",
} as const;

const readPage = (body: JsonObject, reader: Reader): PageOptions => {
  const given = pageOptionNames.flatMap((name): [string, unknown][] => {
    const value = body[name];
    if (value === undefined) return [];
    if (typeof value !== pageTypes[name]) {
      noteShape(reader, name, `a ${pageTypes[name]} is expected`, value);
      return [];
    }
    return [[name, typeof value === "string" ? sortName(value) : value]];
  });
  // Each has its type from the table above.
  return Object.fromEntries(given) as PageOptions;
};

const readColumns = (value: unknown, reader: Reader): readonly string[] | undefined => {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((column) => typeof column === "string")) return value;
  return noteShape(reader, "selectedColumns", "a list of names is expected", value);
};

const readGroups = (value: unknown, reader: Reader): Group | undefined => {
  const groups = readList(value, "groups", reader).map((group, index) =>
    readGroup(group, `groups[${index}]`, reader, 1),
  );
  const [first, ...others] = groups.filter((group) => group !== undefined);
  if (first === undefined || others.length === 0) return first;
  note(reader, "groups", `how ${groups.length} groups are joined is not stated; read as all of them`);
  return groupOf("all", [first, ...others]);
};

const readList = (value: unknown, path: string, reader: Reader): readonly unknown[] => {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  noteShape(reader, path, "a list is expected", value);
  return [];
};

const readGroup = (value: unknown, path: string, reader: Reader, depth: number): Group | undefined => {
  if (!isObject(value)) return noteShape(reader, path, "a group is an object", value);
  if (depth > deepest)
    return note(reader, path, `groups nest deeper than ${deepest}; the rest is left unread`);
  noteOthers(value, ["conjunct", "conditions", "groups"], `${path}.`, reader);
  const conditions = readList(value["conditions"], `${path}.conditions`, reader).map((condition, index) =>
    readCondition(condition, `${path}.conditions[${index}]`, reader),
  );
  const groups = readList(value["groups"], `${path}.groups`, reader).map((group, index) =>
    readGroup(group, `${path}.groups[${index}]`, reader, depth + 1),
  );
  const members = [...conditions, ...groups].filter((member): member is Filter => member !== undefined);
  return groupOf(readConjunct(value["conjunct"], members.length, path, reader), members);
};

const readConjunct = (code: unknown, members: number, path: string, reader: Reader): Group["kind"] => {
  const { conjunct } = reader.dialect;
  if (conjunct !== undefined && (code === conjunct.and || code === conjunct.or))
    return code === conjunct.and ? "all" : "any";
  // With one member, both conjuncts mean the same.
  if ((code === 0 || code === 1) && members <= 1) return "all";
  const which = typeof code === "number" ? `conjunct ${code}` : `a conjunct that is ${shapeOf(code)}`;
  note(reader, `${path}.conjunct`, `what ${which} means is not known; read as all of the members`);
  return "all";
};

const readCondition = (value: unknown, path: string, reader: Reader): AnyCondition | undefined => {
  if (!isObject(value)) return noteShape(reader, path, "a condition is an object", value);
  const { parameter, operator: code } = value;
  if (typeof parameter !== "string")
    return noteShape(reader, `${path}.parameter`, "a name is expected", parameter);
  if (typeof code !== "number") return noteShape(reader, `${path}.operator`, "an integer is expected", code);
  const single = reader.dialect.singleValueField;
  noteOthers(value, single === undefined ? takenFields : [...takenFields, single], `${path}.`, reader);
  const numbered: NumberedCondition = {
    kind: "numbered",
    field: parameter,
    code,
    operands: readOperands(value, path, reader),
  };
  const operator = operatorNames.find((name) => reader.dialect.operators[name] === code);
  if (operator === undefined) {
    note(reader, `${path}.operator`, `what operator ${code} means is not known`);
    return numbered;
  }
  const operands = named(operator, numbered.operands);
  if (operands !== undefined) return { kind: "condition", field: parameter, operator, operands };
  note(reader, path, `the values are not where ${operator} takes them`);
  return numbered;
};

const readOperands = (condition: JsonObject, path: string, reader: Reader): PlacedOperands => {
  const single = reader.dialect.singleValueField;
  const value = single === undefined ? undefined : own(condition, single);
  const { values, secondaryValue } = condition;
  if (values !== undefined && !Array.isArray(values))
    noteShape(reader, `${path}.values`, "a list is expected", values);
  return {
    ...(value === undefined ? {} : { single: value }),
    ...(Array.isArray(values) ? { values } : {}),
    ...(secondaryValue === undefined ? {} : { secondaryValue }),
  };
};

/** The operands in order, if the condition has exactly those that its operator takes. */
const named = (operator: OperatorName, operands: PlacedOperands): readonly Value[] | undefined => {
  const row = rowOf(operator, operands);
  const isPlain = row !== undefined && row.every(isValue);
  return isPlain && Object.keys(operands).length === operandFields[operators[operator].arity]
    ? row
    : undefined;
};

/** Number of condition properties that hold operands. */
const operandFields = { none: 0, one: 1, two: 2, many: 1 } as const;

const rowOf = (operator: OperatorName, { single, values, secondaryValue }: PlacedOperands) => {
  switch (operators[operator].arity) {
    case "none":
      return [];
    case "one":
      return [single];
    case "two":
      return [single, secondaryValue];
    case "many":
      return values?.length === 0 ? undefined : values;
  }
};
