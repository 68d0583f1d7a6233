import type { JsonObject } from "../../core/model/json-object.ts";
import type { SandboxDatabase } from "./database.ts";
import { join, sql, sqlName, withParameters, type SqlText, type SqliteValue } from "./sql.ts";

/**
 * How a column is stored, compared and shown. `decimal` is stored as whole cents and shown as a number of currency
 * units; `instant` is stored as milliseconds since the epoch and shown as ISO 8601 text in UTC; `boolean` is stored as
 * 0 and 1; `json` is stored as text that is never compared. All others but `text` are stored as integers.
 */
export type ColumnType = "integer" | "text" | "decimal" | "instant" | "boolean" | "json";

/** Types of fields that are compared. */
export const fieldTypes = [
  "integer",
  "text",
  "decimal",
  "instant",
  "boolean",
] as const satisfies ColumnType[];

export type FieldType = (typeof fieldTypes)[number];

export interface Details {
  readonly isRequired?: true;
  /** Comparisons ignore the case of A to Z. */
  readonly isFolded?: true;
  readonly isUnique?: true;
  readonly references?: SqlText;
  /** The record is deleted with the one that it refers to. */
  readonly isPart?: true;
  /** The only possible values; empty for an open set. */
  readonly values?: readonly string[];
  readonly isSortable?: true;
  readonly isIndexed?: true;
  /** Bodies that create or replace a record write it. */
  readonly isReplaceable?: true;
  readonly isSearched?: true;
  /** A text that is never null in answers: if unknown, it is empty or left out (U-01). */
  readonly isNeverNull?: true;
  /** A property that a replacement clears by leaving it out; the assumptions say how answers show that (CRM-27). */
  readonly isCleared?: true;
  /** Its name in bodies and answers, if different. */
  readonly called?: string;
  /** Its name in bodies, if answers have another. */
  readonly sentAs?: string;
  /** `asked`: for conditions only, shown by no record; `internal`: never visible. */
  readonly isHidden?: "asked" | "internal";
}

/** A value returned by SQLite. */
export type Stored = string | number | null;

/** A row returned by SQLite, by column. */
export type StoredRow = Readonly<Record<string, Stored>>;

/** A column of a stored kind. It may be null unless it is required. */
export class Column<Value> {
  readonly type: ColumnType;
  readonly details: Details;

  constructor(type: ColumnType, details: Details = {}) {
    this.type = type;
    this.details = details;
  }

  get required(): Column<NonNullable<Value>> {
    return new Column(this.type, { ...this.details, isRequired: true });
  }

  get folded(): Column<Value> {
    return this.#with({ isFolded: true });
  }

  get unique(): Column<Value> {
    return this.#with({ isUnique: true });
  }

  get sortable(): Column<Value> {
    return this.#with({ isSortable: true });
  }

  get indexed(): Column<Value> {
    return this.#with({ isIndexed: true });
  }

  get replaceable(): Column<Value> {
    return this.#with({ isReplaceable: true });
  }

  get searched(): Column<Value> {
    return this.#with({ isSearched: true });
  }

  get neverNull(): Column<Value> {
    return this.#with({ isNeverNull: true });
  }

  get cleared(): Column<Value> {
    return this.#with({ isCleared: true });
  }

  get asked(): Column<Value> {
    return this.#with({ isHidden: "asked" });
  }

  get internal(): Column<Value> {
    return this.#with({ isHidden: "internal" });
  }

  /** Sets its name in answers, and in bodies unless they have another. */
  as(called: string, sentAs = called): Column<Value> {
    return this.#with({ called, sentAs });
  }

  /** Holds the id of a record of the table. */
  to(table: SqlText): Column<Value> {
    return this.#with({ references: table });
  }

  /** Holds the id of a record of the table, and is deleted with it. */
  partOf(table: SqlText): Column<Value> {
    return this.#with({ references: table, isPart: true });
  }

  /** Holds one of the given values. */
  oneOf<const Known extends string>(
    values: readonly Known[],
  ): Column<Known | (null extends Value ? null : never)> {
    return new Column(this.type, { ...this.details, values });
  }

  #with(details: Details): Column<Value> {
    return new Column(this.type, { ...this.details, ...details });
  }

  encode(value: Value | undefined): SqliteValue {
    if (value === undefined || value === null) return null;
    // Values of every other column type can be stored as they are.
    return this.type === "json" ? JSON.stringify(value) : (value as SqliteValue);
  }

  decode(stored: Stored): Value {
    if (stored !== null && this.type === "boolean") return (stored === 1) as Value;
    // Only `encode` wrote it.
    return (stored !== null && this.type === "json" ? JSON.parse(String(stored)) : stored) as Value;
  }

  /** Its definition in `create table`. */
  definition(name: SqlText): SqlText {
    const { isRequired, isFolded, isUnique, references, isPart } = this.details;
    return join(
      [
        name,
        this.type === "text" || this.type === "json" ? sql`text` : sql`integer`,
        ...(isRequired === true ? [sql`not null`] : []),
        ...(isFolded === true ? [sql`collate nocase`] : []),
        ...(isUnique === true ? [sql`unique`] : []),
        ...(references === undefined ? [] : [sql`references ${references} (id)`]),
        ...(isPart === true ? [sql`on delete cascade`] : []),
      ],
      sql` `,
    );
  }
}

export const integerColumn = new Column<number | null>("integer");
export const textColumn = new Column<string | null>("text");
export const decimalColumn = new Column<number | null>("decimal");
export const instantColumn = new Column<number | null>("instant");
export const booleanColumn = new Column<boolean | null>("boolean");
/** Any JSON value; only the caller knows its type. */
export const jsonColumn = <Value>(): Column<Value | null> => new Column("json");

/** What clients have sent beside the columns of a record; null if nothing. */
export const moreColumn = new Column<JsonObject | null>("json").internal;

/** The organization that a record belongs to. */
export const organization = integerColumn.required.internal.to(sql`organization`);

export type EntityColumns = Readonly<Record<string, Column<unknown>>>;

type ValueOf<Kept> = Kept extends Column<infer Value> ? Value : never;

type Values<Kept extends EntityColumns> = { readonly [Name in keyof Kept]: ValueOf<Kept[Name]> };

/** A record of a stored kind: its id and every column. */
export type RecordOf<Kind extends Entity> =
  Kind extends Entity<infer Kept> ? Values<Kept> & { readonly id: number } : never;

type NullNames<Kept extends EntityColumns> = {
  [Name in keyof Kept]: null extends ValueOf<Kept[Name]> ? Name : never;
}[keyof Kept];

/** A record to store: nullable columns may be left out, and the id defaults to the next one. */
export type NewRecord<Kept extends EntityColumns> = Omit<Values<Kept>, NullNames<Kept>> &
  Partial<Pick<Values<Kept>, NullNames<Kept>>> & { readonly id?: number };

/** A record of a stored kind that is not stored yet. */
export type NewOf<Kind extends Entity> = Kind extends Entity<infer Kept> ? NewRecord<Kept> : never;

/** A record as a client sends it: without its id and organization. */
export type InputOf<Kind extends Entity, Kept extends string = never> = Omit<
  RecordOf<Kind>,
  "id" | "organizationId" | "more" | Kept
>;

interface EntityOptions {
  /** Constraints of the table, after its columns. */
  readonly constraint?: SqlText;
  readonly indexes?: SqlText;
  /** Ids are never reused, even after the record is deleted. */
  readonly neverReused?: true;
}

/** Converts `firstName` to `first_name`. */
export const columnName = (name: string): SqlText =>
  sqlName(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** Joins with other tables that find a record. */
interface Reach {
  /** The kind's own table with its joins. */
  readonly from?: SqlText;
  /** What is read in addition to the record's columns: texts and integers whose names and types the caller knows. */
  readonly also?: SqlText;
}

interface Named {
  readonly name: string;
  readonly column: Column<unknown>;
  readonly stored: SqlText;
}

/** A stored kind: one definition of its columns gives its table, its writes and its reads. */
export class Entity<Kept extends EntityColumns = EntityColumns> {
  readonly table: SqlText;
  readonly named: readonly Named[];
  readonly schema: SqlText;
  /** Statements that create its indexes; writing millions of rows is several times faster without. */
  readonly indexes: SqlText;
  /** The record's columns under their names, for a `select`. */
  readonly selected: SqlText;
  /** Inserts one row, whose values are the parameters. */
  readonly insertion: SqlText;
  readonly #decode: (row: StoredRow) => RecordOf<Entity<Kept>>;

  constructor(name: string, columns: Kept, { constraint, indexes, neverReused }: EntityOptions = {}) {
    const table = sqlName(name);
    this.table = table;
    this.named = Object.entries(columns).map(([key, column]) => ({
      name: key,
      column,
      stored: columnName(key),
    }));
    const id = neverReused === true ? sql`id integer primary key autoincrement` : sql`id integer primary key`;
    const definitions = this.named.map(({ column, stored }) => column.definition(stored));
    const constraints = constraint === undefined ? [] : [constraint];
    this.schema = sql`create table ${table} (${join([id, ...definitions, ...constraints], sql`, `)}) strict;`;
    this.indexes = indexes ?? sql``;
    this.selected = join(
      [sql`${table}.id`, ...this.named.map((one) => sql`${table}.${one.stored} as ${sqlName(one.name)}`)],
      sql`, `,
    );
    const stored = [sql`id`, ...this.named.map((one) => one.stored)];
    const values = stored.map(() => sql`${null}`);
    this.insertion = sql`insert into ${table} (${join(stored, sql`, `)}) values (${join(values, sql`, `)})`;
    const decoding = this.named.filter(({ column: { type } }) => type === "boolean" || type === "json");
    this.#decode = (row) => {
      // Nobody else has the row; copying so many columns takes as long as SQLite did.
      const record = row as Record<string, unknown>;
      for (const { name: key, column } of decoding) record[key] = column.decode(row[key] ?? null);
      // `selected` names every column, and the values of a STRICT table have the types of its columns.
      return record as RecordOf<Entity<Kept>>;
    };
  }

  /** The values of a row, in the order of `insertion`; without an id it gets the next one. */
  row(record: NewRecord<Kept>, id: number | null = record.id ?? null): SqliteValue[] {
    // The names are those of the columns.
    const values = record as Readonly<Record<string, unknown>>;
    return [id, ...this.named.map(({ name, column }) => column.encode(values[name]))];
  }

  add(database: SandboxDatabase, record: NewRecord<Kept>): number {
    return database.run(withParameters(this.insertion, this.row(record))).lastId;
  }

  /** The assignments of an `update`; names without a column are ignored. */
  changes(values: Partial<Values<Kept>>): SqlText {
    const changed = this.named.filter(({ name }) => Object.hasOwn(values, name));
    return join(
      changed.map(({ name, column, stored }) => sql`${stored} = ${column.encode(values[name])}`),
      sql`, `,
    );
  }

  /** Overwrites some columns of a record. */
  save(database: SandboxDatabase, id: number, values: Partial<Values<Kept>>): void {
    database.run(sql`update ${this.table} set ${this.changes(values)} where id = ${id}`);
  }

  remove(database: SandboxDatabase, id: number): void {
    database.run(sql`delete from ${this.table} where id = ${id}`);
  }

  /** The first record that meets the condition. */
  find<Also extends object = object>(
    database: SandboxDatabase,
    condition: SqlText,
    reach: Reach = {},
  ): (RecordOf<Entity<Kept>> & Also) | undefined {
    return database.get(this.#select(condition, reach), this.#decode) as
      | (RecordOf<Entity<Kept>> & Also)
      | undefined;
  }

  /** The organization's record with the id. */
  findIn(database: SandboxDatabase, organizationId: number, id: number): RecordOf<Entity<Kept>> | undefined {
    return this.find(database, sql`organization_id = ${organizationId} and id = ${id}`);
  }

  /** All records that meet the condition, which may end with an order. */
  all(database: SandboxDatabase, condition: SqlText): RecordOf<Entity<Kept>>[] {
    return database.all<StoredRow>(this.#select(condition, {})).map((row) => this.#decode(row));
  }

  #select(condition: SqlText, { from = this.table, also }: Reach): SqlText {
    const selected = also === undefined ? this.selected : sql`${this.selected}, ${also}`;
    return sql`select ${selected} from ${from} where ${condition}`;
  }
}
