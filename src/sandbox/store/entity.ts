import type { Database } from "./database.ts";
import { join, sql, sqlName, withParameters, type Sql, type SqlValue } from "./sql.ts";

/**
 * How a column is stored, compared and shown. `decimal` is stored as whole cents and shown as a number of currency
 * units; `instant` is stored as milliseconds since the epoch and shown as ISO 8601 text in UTC; `boolean` is stored as
 * 0 and 1; `json` as text that nobody compares. Everything but `text` and `json` is stored as an integer.
 */
export type ColumnType = "integer" | "text" | "decimal" | "instant" | "boolean" | "json";

/** What may be done with a column. */
export interface Details {
  readonly isRequired?: true;
  /** Letters A to Z are the same in either case. */
  readonly isFolded?: true;
  readonly isUnique?: true;
  readonly references?: Sql;
  /** The record goes with the one that it refers to. */
  readonly isPart?: true;
  /** The only values there are; empty for an open set. */
  readonly values?: readonly string[];
  /** Lists and queries may be ordered by it. */
  readonly isSortable?: true;
  readonly isIndexed?: true;
  /** A body writes it: what creates a record, or replaces it. */
  readonly isReplaceable?: true;
  /** Filter looks through it. */
  readonly isSearched?: true;
  /** A text that answers never have as null: one that nobody knows is empty or left out (U-01). */
  readonly isNeverNull?: true;
  /** What bodies and answers call it, if not as the store does. */
  readonly called?: string;
  /** `asked`: a condition may ask for it and no record shows it; `internal`: nobody sees it. */
  readonly isHidden?: "asked" | "internal";
}

/** What SQLite gives back. */
export type Stored = string | number | null;

/** A row as SQLite gives it back, by column. */
export type Row = Readonly<Record<string, Stored>>;

/** A column of a stored kind: what it holds, and what may be done with it. It may be null unless it is required. */
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

  get asked(): Column<Value> {
    return this.#with({ isHidden: "asked" });
  }

  get internal(): Column<Value> {
    return this.#with({ isHidden: "internal" });
  }

  /** Bodies and answers have it under another name. */
  as(called: string): Column<Value> {
    return this.#with({ called });
  }

  /** Holds the id of a record of that table. */
  to(table: Sql): Column<Value> {
    return this.#with({ references: table });
  }

  /** Holds the id of a record of that table, and goes with it. */
  partOf(table: Sql): Column<Value> {
    return this.#with({ references: table, isPart: true });
  }

  /** Holds one of these values. */
  oneOf<const Known extends string>(
    values: readonly Known[],
  ): Column<Known | (null extends Value ? null : never)> {
    return new Column(this.type, { ...this.details, values });
  }

  #with(details: Details): Column<Value> {
    return new Column(this.type, { ...this.details, ...details });
  }

  encode(value: Value | undefined): SqlValue {
    if (value === undefined || value === null) return null;
    // A column of every other type holds values that SQLite takes.
    return this.type === "json" ? JSON.stringify(value) : (value as SqlValue);
  }

  decode(stored: Stored): Value {
    if (stored !== null && this.type === "boolean") return (stored === 1) as Value;
    // Only `encode` wrote it.
    return (stored !== null && this.type === "json" ? JSON.parse(String(stored)) : stored) as Value;
  }

  /** Its definition in a `create table`. */
  definition(name: Sql): Sql {
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

export const integer = new Column<number | null>("integer");
export const text = new Column<string | null>("text");
export const decimal = new Column<number | null>("decimal");
export const instant = new Column<number | null>("instant");
export const boolean = new Column<boolean | null>("boolean");
/** A value of any kind that JSON has; nobody but the caller knows its type. */
export const json = <Value>(): Column<Value | null> => new Column("json");

/** The organization that a record belongs to. */
export const organization = integer.required.internal.to(sql`organization`);

export type Columns = Readonly<Record<string, Column<unknown>>>;

type ValueOf<Kept> = Kept extends Column<infer Value> ? Value : never;

type Values<Kept extends Columns> = { readonly [Name in keyof Kept]: ValueOf<Kept[Name]> };

/** A record of a stored kind: its id, and every column under its name. */
export type RecordOf<Kind extends Entity> =
  Kind extends Entity<infer Kept> ? Values<Kept> & { readonly id: number } : never;

type NullNames<Kept extends Columns> = {
  [Name in keyof Kept]: null extends ValueOf<Kept[Name]> ? Name : never;
}[keyof Kept];

/** What is stored: columns that may be null may be left out, and the id is the next one unless it is given. */
export type NewRecord<Kept extends Columns> = Omit<Values<Kept>, NullNames<Kept>> &
  Partial<Pick<Values<Kept>, NullNames<Kept>>> & { readonly id?: number };

/** A record of a stored kind that is not stored yet. */
export type NewOf<Kind extends Entity> = Kind extends Entity<infer Kept> ? NewRecord<Kept> : never;

/** What somebody sends of a record: neither its id nor whose it is. */
export type InputOf<Kind extends Entity, Kept extends string = never> = Omit<
  RecordOf<Kind>,
  "id" | "organizationId" | Kept
>;

interface EntityOptions {
  /** Constraints of the table, after its columns. */
  readonly constraint?: Sql;
  /** Statements that make its indexes. */
  readonly indexes?: Sql;
  /** No id is given twice, not even after its record is gone. */
  readonly neverReused?: true;
}

/** `firstName` is stored as `first_name`. */
export const columnName = (name: string): Sql =>
  sqlName(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** Other tables that a record is found by. */
interface Reach {
  /** The kind's own table joined to others. */
  readonly from?: Sql;
  /** What is read beside the record's columns: texts and integers, whose names and types the caller knows. */
  readonly also?: Sql;
}

interface Named {
  readonly name: string;
  readonly column: Column<unknown>;
  /** What the table calls it. */
  readonly stored: Sql;
}

/** A stored kind, which says its columns once: its table, and what is written to it and read from it. */
export class Entity<Kept extends Columns = Columns> {
  readonly table: Sql;
  readonly named: readonly Named[];
  /** The statement that makes the table. */
  readonly schema: Sql;
  /** Statements that make its indexes: by the million, rows are written several times as quick without. */
  readonly indexes: Sql;
  /** The columns of a record under their names, for a `select`. */
  readonly selected: Sql;
  /** Writes one row, whose values are the parameters. */
  readonly insertion: Sql;
  readonly #decode: (row: Row) => RecordOf<Entity<Kept>>;

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
      // Nobody else has read it; a copy of so many columns takes as long as SQLite did.
      const record = row as Record<string, unknown>;
      for (const { name: key, column } of decoding) record[key] = column.decode(row[key] ?? null);
      // `selected` has named every column, and a STRICT table holds what its columns say.
      return record as RecordOf<Entity<Kept>>;
    };
  }

  /** The values of a row, in the order of `insertion`; without an id it gets the next one. */
  row(record: NewRecord<Kept>, id: number | null = record.id ?? null): SqlValue[] {
    // Its names are those of the columns.
    const values = record as Readonly<Record<string, unknown>>;
    return [id, ...this.named.map(({ name, column }) => column.encode(values[name]))];
  }

  /** Stores a record and returns its id. */
  add(database: Database, record: NewRecord<Kept>): number {
    return database.run(withParameters(this.insertion, this.row(record))).lastId;
  }

  /** What an `update` sets; names that no column has are passed over. */
  changes(values: Partial<Values<Kept>>): Sql {
    const changed = this.named.filter(({ name }) => Object.hasOwn(values, name));
    return join(
      changed.map(({ name, column, stored }) => sql`${stored} = ${column.encode(values[name])}`),
      sql`, `,
    );
  }

  /** Overwrites columns of a record and leaves the others as they are. */
  save(database: Database, id: number, values: Partial<Values<Kept>>): void {
    database.run(sql`update ${this.table} set ${this.changes(values)} where id = ${id}`);
  }

  remove(database: Database, id: number): void {
    database.run(sql`delete from ${this.table} where id = ${id}`);
  }

  /** The first record for which a condition holds. */
  find<Also extends object = object>(
    database: Database,
    condition: Sql,
    reach: Reach = {},
  ): (RecordOf<Entity<Kept>> & Also) | undefined {
    return database.get(this.#select(condition, reach), this.#decode) as
      | (RecordOf<Entity<Kept>> & Also)
      | undefined;
  }

  /** The record of an organization with that id. */
  findIn(database: Database, organizationId: number, id: number): RecordOf<Entity<Kept>> | undefined {
    return this.find(database, sql`organization_id = ${organizationId} and id = ${id}`);
  }

  /** All records for which a condition holds, which may end with an order. */
  all<Also extends object = object>(
    database: Database,
    condition: Sql,
    reach: Reach = {},
  ): (RecordOf<Entity<Kept>> & Also)[] {
    return database
      .all<Row>(this.#select(condition, reach))
      .map((row) => this.#decode(row) as RecordOf<Entity<Kept>> & Also);
  }

  #select(condition: Sql, { from = this.table, also }: Reach): Sql {
    const selected = also === undefined ? this.selected : sql`${this.selected}, ${also}`;
    return sql`select ${selected} from ${from} where ${condition}`;
  }
}
