import { shapeOf } from "../../harness/validation/shape-of.ts";
import { type Dialect, takenFields } from "./dialect/dialect.ts";
import {
  type AnyCondition,
  type Filter,
  type Group,
  groupOf,
  type NumberedCondition,
  type PlacedOperands,
} from "./expression.ts";
import { printable } from "../../harness/output/escape.ts";
import { operatorNames, operators, type OperatorName } from "./operators.ts";
import { type PageOptions, pageOptionNames, sortName } from "./page-options.ts";
import type { Query } from "./query.ts";
import { type Refusal, refusal } from "./refusal.ts";
import { isValue, type Value } from "./values/value-types.ts";
import { isObject, type JsonObject } from "../../harness/model/json-object.ts";

/** A body read back, and what of it was not understood, told by place and shape. */
export interface ParsedQuery {
  readonly query: Query;
  readonly notes: readonly Refusal[];
}

/** Groups below this level are left unread: no person and no dialect nests so deep. */
const deepest = 100;

interface Reader {
  readonly dialect: Dialect;
  readonly notes: Refusal[];
}

/**
 * Reads a body back into a query: the inverse of `bodyOf`. Never fails: what it does not understand is left out and
 * told, and a condition by an integer without a meaning is kept as a numbered one. Whether the query could be sent is
 * another question: see `refusalsOf`.
 */
export const parseBody = (body: unknown, dialect: Dialect): ParsedQuery => {
  const reader: Reader = { dialect, notes: [] };
  if (!isObject(body)) {
    reader.notes.push(refusal("the body", `a query is an object, not ${shapeOf(body)}`));
    return { query: { kind: undefined }, notes: reader.notes };
  }
  tellOthers(body, ["queryType", "groups", "selectedColumns", ...pageOptionNames], "", reader);
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

const tell = (reader: Reader, place: string, message: string): undefined => {
  reader.notes.push(refusal(place, message));
};

const tellShape = (reader: Reader, place: string, must: string, value: unknown): undefined =>
  tell(reader, place, `${must}, not ${shapeOf(value)}`);

const tellOthers = (object: JsonObject, known: readonly string[], place: string, reader: Reader): void => {
  for (const key of Object.keys(object))
    if (!known.includes(key)) tell(reader, `${place}${printable(key)}`, "no such property is known");
};

const readKind = (code: unknown, reader: Reader): string | number | undefined => {
  if (typeof code !== "number") return tellShape(reader, "queryType", "a query type is an integer", code);
  const found = Object.entries(reader.dialect.queryTypes).find(([, type]) => type.code === code);
  if (found === undefined) tell(reader, "queryType", `the dialect knows no query type ${code}`);
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
      tellShape(reader, name, `a ${pageTypes[name]} is expected`, value);
      return [];
    }
    return [[name, typeof value === "string" ? sortName(value) : value]];
  });
  // Each has the type that the table above states.
  return Object.fromEntries(given) as PageOptions;
};

const readColumns = (value: unknown, reader: Reader): readonly string[] | undefined => {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((column) => typeof column === "string")) return value;
  return tellShape(reader, "selectedColumns", "a list of names is expected", value);
};

const readGroups = (value: unknown, reader: Reader): Group | undefined => {
  const groups = readList(value, "groups", reader).map((group, index) =>
    readGroup(group, `groups[${index}]`, reader, 1),
  );
  const [first, ...others] = groups.filter((group) => group !== undefined);
  if (first === undefined || others.length === 0) return first;
  tell(reader, "groups", `how ${groups.length} groups are joined is not stated; read as all of them`);
  return groupOf("all", [first, ...others]);
};

const readList = (value: unknown, place: string, reader: Reader): readonly unknown[] => {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  tellShape(reader, place, "a list is expected", value);
  return [];
};

const readGroup = (value: unknown, place: string, reader: Reader, depth: number): Group | undefined => {
  if (!isObject(value)) return tellShape(reader, place, "a group is an object", value);
  if (depth > deepest)
    return tell(reader, place, `groups nest deeper than ${deepest}; the rest is left unread`);
  tellOthers(value, ["conjunct", "conditions", "groups"], `${place}.`, reader);
  const conditions = readList(value["conditions"], `${place}.conditions`, reader).map((condition, index) =>
    readCondition(condition, `${place}.conditions[${index}]`, reader),
  );
  const groups = readList(value["groups"], `${place}.groups`, reader).map((group, index) =>
    readGroup(group, `${place}.groups[${index}]`, reader, depth + 1),
  );
  const members = [...conditions, ...groups].filter((member): member is Filter => member !== undefined);
  return groupOf(readConjunct(value["conjunct"], members.length, place, reader), members);
};

const readConjunct = (code: unknown, members: number, place: string, reader: Reader): Group["kind"] => {
  const { conjunct } = reader.dialect;
  if (conjunct !== undefined && (code === conjunct.and || code === conjunct.or))
    return code === conjunct.and ? "all" : "any";
  // One member is joined alike by either.
  if ((code === 0 || code === 1) && members <= 1) return "all";
  const which = typeof code === "number" ? `conjunct ${code}` : `a conjunct that is ${shapeOf(code)}`;
  tell(reader, `${place}.conjunct`, `what ${which} means is not known; read as all of the members`);
  return "all";
};

const readCondition = (value: unknown, place: string, reader: Reader): AnyCondition | undefined => {
  if (!isObject(value)) return tellShape(reader, place, "a condition is an object", value);
  const { parameter, operator: code } = value;
  if (typeof parameter !== "string")
    return tellShape(reader, `${place}.parameter`, "a name is expected", parameter);
  if (typeof code !== "number") return tellShape(reader, `${place}.operator`, "an integer is expected", code);
  const single = reader.dialect.singleValueField;
  tellOthers(value, single === undefined ? takenFields : [...takenFields, single], `${place}.`, reader);
  const numbered: NumberedCondition = {
    kind: "numbered",
    field: parameter,
    code,
    operands: readOperands(value, place, reader),
  };
  const operator = operatorNames.find((name) => reader.dialect.operators[name] === code);
  if (operator === undefined) {
    tell(reader, `${place}.operator`, `what operator ${code} means is not known`);
    return numbered;
  }
  const operands = named(operator, numbered.operands);
  if (operands !== undefined) return { kind: "condition", field: parameter, operator, operands };
  tell(reader, place, `the values are not where ${operator} takes them`);
  return numbered;
};

const readOperands = (condition: JsonObject, place: string, reader: Reader): PlacedOperands => {
  const single = reader.dialect.singleValueField;
  const value = single !== undefined && Object.hasOwn(condition, single) ? condition[single] : undefined;
  const { values, secondaryValue } = condition;
  if (values !== undefined && !Array.isArray(values))
    tellShape(reader, `${place}.values`, "a list is expected", values);
  return {
    ...(value === undefined ? {} : { single: value }),
    ...(Array.isArray(values) ? { values } : {}),
    ...(secondaryValue === undefined ? {} : { secondaryValue }),
  };
};

/** The operands in a row, if exactly those stand in the condition that its operator takes. */
const named = (operator: OperatorName, operands: PlacedOperands): readonly Value[] | undefined => {
  const row = rowOf(operator, operands);
  const isPlain = row !== undefined && row.every(isValue);
  return isPlain && Object.keys(operands).length === placesOf[operators[operator].arity] ? row : undefined;
};

/** How many places of a condition hold operands. */
const placesOf = { none: 0, one: 1, two: 2, many: 1 } as const;

const rowOf = (
  operator: OperatorName,
  { single, values, secondaryValue }: PlacedOperands,
): readonly unknown[] | undefined => {
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
