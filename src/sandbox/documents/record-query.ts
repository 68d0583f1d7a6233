import {
  type ComparedAs,
  type ComparedProperty,
  type QueryOperator,
  type RecordCondition,
  type RecordQuery,
  RecordRefusal,
} from "../../serving/record-store.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { type OperatorName, operators } from "../store/operators.ts";
import { join, sql, type SqliteValue, type SqlText } from "../store/sql.ts";

/** Rows of records: `sequence`, `key` and `body`, the JSON text of each. */
export type RecordRows = SqlText;

/** What an operator's name means: an operator of the donation store, or its opposite. */
interface Meaning extends QueryOperator {
  readonly operator: (type: ComparedAs, values: number) => OperatorName;
  readonly isOpposite: boolean;
  /** Whether it compares with the day after the given one. */
  readonly isAfterDay?: boolean;
}

const ordered: readonly ComparedAs[] = ["integer", "decimal", "instant"];
const scalar: readonly ComparedAs[] = ["text", ...ordered];
const any: readonly ComparedAs[] = [...scalar, "boolean"];

const equals: Meaning["operator"] = (type, values) =>
  type === "instant" ? "onDay" : values > 1 ? "anyOf" : "equals";

const onDays =
  (other: OperatorName, ofDays: OperatorName): Meaning["operator"] =>
  (type) =>
    type === "instant" ? ofDays : other;

const named = (
  names: readonly string[],
  takes: QueryOperator["takes"],
  types: readonly ComparedAs[],
  operator: Meaning["operator"],
  more: Partial<Meaning> = {},
): readonly Meaning[] => names.map((name) => ({ name, takes, types, operator, isOpposite: false, ...more }));

const opposite = { isOpposite: true };
const throughDay = { isAfterDay: true };

/** Operators by the names that clients send. An opposite is true of what holds nothing, too. */
const meanings: readonly Meaning[] = [
  ...named(["Is", "Matches"], "one", any, equals),
  ...named(["IsNot"], "one", any, equals, opposite),
  ...named(["IsAnyOf", "In"], "many", scalar, () => "anyOf"),
  ...named(["IsNoneOf", "NotIn"], "many", scalar, () => "anyOf", opposite),
  ...named(["Contains"], "one", ["text"], () => "contains"),
  ...named(["DoesNotContain"], "one", ["text"], () => "contains", opposite),
  ...named(["StartsWith"], "one", ["text"], () => "startsWith"),
  ...named(["EndsWith"], "one", ["text"], () => "endsWith"),
  ...named(["IsTrue"], "none", ["boolean"], () => "isTrue"),
  ...named(["IsFalse"], "none", ["boolean"], () => "isTrue", opposite),
  ...named(["IsSet", "IsKnown"], "none", any, () => "isSet"),
  ...named(["IsNotSet", "IsNotKnown"], "none", any, () => "isSet", opposite),
  ...named(["LessThan", "Before"], "one", ordered, onDays("lessThan", "beforeDay")),
  ...named(["GreaterThan", "After"], "one", ordered, onDays("greaterThan", "afterDay")),
  ...named(
    ["LessThanOrEqual", "OnOrBefore"],
    "one",
    ordered,
    onDays("lessThanOrEqual", "beforeDay"),
    throughDay,
  ),
  ...named(["GreaterThanOrEqual", "OnOrAfter"], "one", ordered, () => "greaterThanOrEqual"),
  ...named(["Between"], "two", ordered, () => "between"),
];

export const queryOperators: readonly QueryOperator[] = meanings.map(({ name, takes, types }) => ({
  name,
  takes,
  types,
}));

const day = 86_400_000;

/** The first moment of a day, as ISO 8601 or in the order month, day, year. */
const momentOf = (text: string): number => {
  const [, month = "", date = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return Date.parse(year === "" ? text : `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`);
};

const numberOf = (text: string): number => Number(text.replaceAll(/[$,\s]/g, "") || Number.NaN);

const readers: Readonly<Record<ComparedAs, (text: string) => SqliteValue | undefined>> = {
  text: (text) => text,
  integer: numberOf,
  decimal: numberOf,
  instant: momentOf,
  boolean: (text) => (/^(?:true|1|yes)$/i.test(text) ? 1 : /^(?:false|0|no)$/i.test(text) ? 0 : undefined),
};

const operandOf = ({ property, operator }: RecordCondition, value: unknown): SqliteValue => {
  const read = readers[property.type](String(value).slice(0, 1000));
  if (read !== undefined && !(typeof read === "number" && Number.isNaN(read))) return read;
  const message = `A value of ${operator} is no ${property.type}.`;
  throw new RecordRefusal("schema", message, [{ field: property.path.join("."), message }]);
};

/** A JSON value in the form that is compared. */
const comparable: Readonly<Record<ComparedAs, (value: SqlText) => SqlText>> = {
  text: (value) => sql`cast(${value} as text) collate nocase`,
  integer: (value) => value,
  decimal: (value) => sql`cast(${value} as real)`,
  instant: (value) => sql`cast(unixepoch(${value}, 'subsec') * 1000 as integer)`,
  boolean: (value) => value,
};

const pathOf = (names: readonly string[]): string =>
  `$${names.map((name) => `.${JSON.stringify(name)}`).join("")}`;

const conditionSql = (condition: RecordCondition, now: number): SqlText => {
  const { property, operator: name, values } = condition;
  const meaning = meanings.find((one) => one.name === name);
  if (meaning === undefined) throw new RecordRefusal("schema", `${name} is no operator.`);
  const operator = operators[meaning.operator(property.type, values.length)];
  const most = { none: 0, one: 1, two: 2, many: values.length }[operator.arity];
  const operands = values.slice(0, most).map((value) => operandOf(condition, value));
  if (operands.length < (operator.arity === "many" ? 1 : most)) {
    const message = `${name} needs ${most === 2 ? "two values" : "a value"}.`;
    throw new RecordRefusal("schema", message, [{ field: property.path.join("."), message }]);
  }
  const compare = (value: SqlText): SqlText =>
    operator.toSql({
      column: comparable[property.type](value),
      folded: (text) => sql`lower(${text})`,
      operands:
        meaning.isAfterDay === true && property.type === "instant"
          ? operands.map((one) => Number(one) + day)
          : operands,
      now,
      emptyMatchesNull: false,
      negationMatchesNull: false,
    });
  const [outer = "", ...inner] = property.path;
  const last = inner.at(-1);
  const at = pathOf([outer]);
  const holds =
    last === undefined
      ? sql`case json_type(body, ${at})
          when 'array' then exists (select 1 from json_each(body, ${at}) as part where ${compare(sql`part.value`)})
          else ${compare(sql`json_extract(body, ${at})`)} end`
      : sql`exists (select 1 from json_tree(body, ${at}) as part
          where part.key = ${last} and part.type not in ('object', 'array') and ${compare(sql`part.atom`)})`;
  return meaning.isOpposite ? sql`(not coalesce(${holds}, 0))` : sql`(${holds})`;
};

const orderSql = (order: ComparedProperty | undefined, descending: boolean): SqlText => {
  const direction = descending ? sql`desc` : sql`asc`;
  if (order === undefined) return sql`sequence ${direction}`;
  const value = comparable[order.type](sql`json_extract(body, ${pathOf(order.path)})`);
  return sql`${value} ${direction}, sequence ${direction}`;
};

/** The records that a query asks for, and how many there are on all pages. */
export const findRecords = (
  database: SandboxDatabase,
  rows: RecordRows,
  { groups, order, descending, skip, take }: RecordQuery,
  now: number,
): { readonly texts: readonly string[]; readonly total: number } => {
  const alternatives = groups.map(
    (conditions) =>
      sql`(${join(
        conditions.map((one) => conditionSql(one, now)),
        sql` and `,
      )})`,
  );
  const filter = alternatives.length === 0 ? sql`1` : join(alternatives, sql` or `);
  const matching = sql`from (${rows}) where ${filter}`;
  const total = database.get<{ total: number }>(sql`select count(*) as total ${matching}`)?.total ?? 0;
  const texts = database
    .all<{ body: string }>(
      sql`select body ${matching} order by ${orderSql(order, descending)} limit ${take} offset ${skip}`,
    )
    .map(({ body }) => body);
  return { texts, total };
};
