import type { Assumptions } from "../../assumptions/assumptions.ts";
import {
  columnName,
  type EntityColumns,
  type Details,
  Entity,
  type FieldType,
  integerColumn,
  type NewRecord,
  textColumn as exactText,
} from "../entity.ts";
import { join, objectJson, sql, sqlName, type SqlText, type SqliteValue } from "../sql.ts";

export { booleanColumn, decimalColumn, instantColumn, integerColumn } from "../entity.ts";

/** Prefix of every searched text; no stored text contains it. */
export const mark = "\u001F";

/** The text that Filter searches: all texts in lower case, each after a mark, with white space collapsed. */
export const searchText = (texts: Iterable<unknown>): string => {
  let text = "";
  for (const part of texts) {
    if (typeof part === "string" && part !== "")
      text += mark + part.toLowerCase().replaceAll(/[\s\u001F]+/g, " ");
  }
  return text;
};

/** Text compared without regard to the case of A to Z. */
export const foldedText = exactText.folded;

/** The record's organization, which its JSON omits. */
export const organizationId = integerColumn.required.internal;

/** One scalar field of a kind of record: its name in JSON, and the column behind it. */
export interface KindField {
  /** camelCase, as in records, conditions and selected columns. */
  readonly name: string;
  readonly type: FieldType;
  readonly column: SqlText;
  readonly details: Details;
  /** The index on (organization_id, column), if any; large kinds have one for every sortable field. */
  readonly index: SqlText | undefined;
}

export type DonationRecord = Readonly<Record<string, unknown>>;

/** A field of a record that is an object or an array: it can be shown and chosen, but not compared or sorted by. */
export interface Part {
  /** Its name, which may depend on an assumption. */
  name(assumptions: Assumptions): string;
  /** `details` if the part is shown only on request. */
  readonly comes: "always" | "details";
  /** SQL for its JSON, which refers to the row as `record`; `chosen` are the caller's columns, in order. */
  json(chosen: readonly string[]): SqlText;
}

interface KindOptions {
  readonly parts?: readonly Part[];
  /** Its millions of rows are all seeded, so they are counted once (see `totals.ts`). */
  readonly isLarge?: boolean;
}

const indexName = (table: string, column: SqlText): SqlText =>
  sqlName(`${table}_by_${column.text === "id" ? "organization" : column.text}`);

/** Fields that a record shows or conditions use, in the order of the columns. */
const fieldsOf = (table: string, columns: EntityColumns, isLarge: boolean): readonly KindField[] =>
  Object.entries({ id: integerColumn.required.sortable, ...columns }).flatMap(([name, { type, details }]) => {
    if (type === "json" || details.isHidden === "internal") return [];
    const column = columnName(name);
    const isIndexed = details.isIndexed === true || (isLarge && details.isSortable === true);
    const index = isIndexed ? indexName(table, column) : undefined;
    const field: KindField = { name, type, column, details, index };
    // The second name for the time of the last change is for conditions only.
    return name === "modifiedDate"
      ? [field, { ...field, name: "modifiedDateTimeUtc", details: { ...details, isHidden: "asked" } }]
      : [field];
  });

const indexesOf = (table: string, fields: readonly KindField[]): SqlText => {
  const indexed = fields.filter(({ index, name }) => index !== undefined && name !== "modifiedDateTimeUtc");
  const columns = indexed.length === 0 ? [sql`id`] : indexed.map(({ column }) => column);
  const statements = columns.map(
    (column) =>
      sql`create index ${indexName(table, column)} on ${sqlName(table)}
        (${column.text === "id" ? sql`organization_id` : sql`organization_id, ${column}`})`,
  );
  return join(statements, sql`; `);
};

const searchedIn = (columns: EntityColumns): readonly string[] =>
  Object.keys(columns).filter((name) => columns[name]?.details.isSearched === true);

/** A kind of record: a stored kind with the fields and parts of its JSON. */
export class RecordKindEntity<Kept extends EntityColumns = EntityColumns> extends Entity<Kept> {
  /** camelCase, singular. */
  readonly name: string;
  /** In the order of a record's JSON; the first is `id`. */
  readonly fields: readonly KindField[];
  readonly parts: readonly Part[];
  readonly isLarge: boolean;
  /** Names of the fields that Filter searches: the column `search` holds their texts. */
  readonly searched: readonly string[];

  constructor(name: string, columns: Kept, { parts = [], isLarge = false }: KindOptions = {}) {
    const table = `donation_${columnName(name).text}`;
    const fields = fieldsOf(table, columns, isLarge);
    const searched = searchedIn(columns);
    const search = searched.length === 0 ? {} : { search: exactText.required };
    super(table, { ...columns, ...search }, { indexes: indexesOf(table, fields) });
    this.name = name;
    this.fields = fields;
    this.parts = parts;
    this.isLarge = isLarge;
    this.searched = searched;
  }

  override row(record: NewRecord<Kept>, id?: number | null): SqliteValue[] {
    const row = super.row(record, id);
    // The names are those of the columns; `search` is the last one.
    const values = record as Readonly<Record<string, unknown>>;
    if (this.searched.length > 0) row[row.length - 1] = searchText(this.searched.map((name) => values[name]));
    return row;
  }
}

const fieldCalled = (kind: RecordKindEntity, name: string): KindField | undefined => {
  const sought = name.toLowerCase();
  return kind.fields.find((field) => field.name.toLowerCase() === sought);
};

/** Letters and digits of a name: those of `Donor Name` are `donorname`. */
const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, "");

const otherNames: Readonly<Record<string, string>> = {
  createdate: "createdDate",
  lastmodifieddate: "modifiedDate",
};

/**
 * The field with the name in any case, as in conditions and SortBy; where U-34 says so, also as people read it: `Gift
 * Amount` is the `amount` of a gift, `createdate` its `createdDate`.
 */
export const findField = (
  kind: RecordKindEntity,
  name: string,
  assumptions: Assumptions,
): KindField | undefined => {
  const found = fieldCalled(kind, name);
  if (found !== undefined || assumptions["U-34"] === "exact") return found;
  const letters = lettersOf(name);
  const own = lettersOf(kind.name);
  const shorter = letters.startsWith(own) ? letters.slice(own.length) : letters;
  return (
    fieldCalled(kind, otherNames[letters] ?? letters) ?? fieldCalled(kind, otherNames[shorter] ?? shorter)
  );
};

/** Fields that can order a list or query. */
export const sortableFields = (kind: RecordKindEntity): readonly KindField[] =>
  kind.fields.filter(({ details }) => details.isSortable === true);

/** Every name allowed in selectedColumns. */
export const columnNames = (kind: RecordKindEntity, assumptions: Assumptions): string[] => [
  ...kind.fields.map(({ name }) => name),
  ...kind.parts.map((part) => part.name(assumptions)),
];

/** A part whose name depends on no assumption. */
export const part = (name: string, json: SqlText, comes: Part["comes"] = "always"): Part => ({
  name: () => name,
  comes,
  json: () => json,
});

/** SQL for cents as a JSON number: by digits, because a division would give 596879669149.54 one digit too many. */
export const decimalJson = (cents: SqlText): SqlText =>
  sql`json(rtrim(rtrim(printf('%s%d.%02d', iif(${cents} < 0, '-', ''), abs(${cents}) / 100, abs(${cents}) % 100), '0'), '.'))`;

/** SQL for cents as people read them: 6000 is `$60.00`. */
export const moneyJson = (cents: SqlText): SqlText =>
  sql`printf('%s$%,d.%02d', iif(${cents} < 0, '-', ''), abs(${cents}) / 100, abs(${cents}) % 100)`;

const asStored = (column: SqlText): SqlText => column;

const jsonOf: Readonly<Record<FieldType, (column: SqlText) => SqlText>> = {
  integer: asStored,
  text: asStored,
  decimal: (column) => sql`iif(${column} is null, null, ${decimalJson(column)})`,
  instant: (column) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`,
  boolean: (column) => sql`case ${column} when 1 then json('true') when 0 then json('false') end`,
};

/** SQL for the JSON of a field of the named row. */
export const fieldJson = ({ type, column }: Pick<KindField, "type" | "column">, row: SqlText): SqlText =>
  jsonOf[type](sql`${row}.${column}`);

/** SQL for an object with these fields of the named row. */
export const fieldsJson = (fields: readonly KindField[], row: SqlText): SqlText =>
  objectJson(Object.fromEntries(fields.map((field) => [field.name, fieldJson(field, row)])));

/** A row of another table that a part shows. */
export const related = sql`related`;

/** SQL for a list of a table's rows, each named `related`, whose `column` holds the record's id; ordered by id. */
export const listJson = (table: SqlText, column: SqlText, shown: SqlText, condition = sql`1`): SqlText =>
  sql`(select json_group_array(${shown} order by related.id) from ${table} as related
    where related.organization_id = record.organization_id and related.${column} = record.id and ${condition})`;

/** Id, name and more columns of the record to which the column `<name>Id` refers, or null. */
export const relatedPart = (
  name: string,
  { table }: RecordKindEntity,
  comes: Part["comes"],
  also: Readonly<Record<string, SqlText>> = {},
): Part =>
  part(
    name,
    sql`(select ${objectJson({ id: sql`related.id`, name: sql`related.name`, ...also })} from ${table} as related
      where related.organization_id = record.organization_id and related.id = record.${columnName(`${name}Id`)})`,
    comes,
  );
