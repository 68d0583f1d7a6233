import type { Sql } from "../sql.ts";

/**
 * How a field is stored, compared and shown. `decimal` is stored as whole cents and shown as a number of
 * currency units; `instant` is stored as milliseconds since the epoch and shown as ISO 8601 text in UTC;
 * `boolean` is stored as 0 and 1. Everything but `text` is stored as an integer.
 */
export const fieldTypes = ["integer", "text", "decimal", "instant", "boolean"] as const;

export type FieldType = (typeof fieldTypes)[number];

/** One scalar field of a kind of record: its name in JSON, and the column behind it. */
export interface Field {
  /** camelCase, as in records, conditions and selected columns. */
  readonly name: string;
  readonly type: FieldType;
  /** A column of the kind's table. Text columns are declared `collate nocase`. */
  readonly column: Sql;
  /** True when lists and queries may be ordered by it. */
  readonly isSortable: boolean;
  /**
   * The index on (organization_id, column), where there is one; in large kinds behind every sortable field.
   */
  readonly index: Sql | undefined;
  /** False for a second name of a column: it can be asked for, but no whole record shows it. */
  readonly isShown: boolean;
  /** The only values there are; empty for an open set. */
  readonly values: readonly string[];
}

type Details = Partial<Pick<Field, "isSortable" | "index" | "isShown" | "values">>;

const fieldOf =
  (type: FieldType) =>
  (name: string, column: Sql, details: Details = {}): Field => ({
    name,
    type,
    column,
    isSortable: false,
    index: undefined,
    isShown: true,
    values: [],
    ...details,
  });

export const integer = fieldOf("integer");
export const text = fieldOf("text");
export const decimal = fieldOf("decimal");
export const instant = fieldOf("instant");
export const boolean = fieldOf("boolean");

/** Details of a field that can be ordered by, with its index. */
export const sorted = (index: Sql): Pick<Field, "isSortable" | "index"> => ({ isSortable: true, index });

/** A row as SQLite gives it back, by column. */
export type Row = Readonly<Record<string, string | number | null>>;

/** The value of a row's field as JSON. */
export const present = (field: Field, row: Row): unknown => {
  const stored = row[field.column.text] ?? null;
  if (typeof stored !== "number") return stored;
  switch (field.type) {
    case "decimal":
      return stored / 100;
    case "instant":
      return new Date(stored).toISOString();
    case "boolean":
      return stored === 1;
    case "integer":
    case "text":
      return stored;
  }
};

/** A row's fields as JSON, in their order. */
export const presentAll = (fields: readonly Field[], row: Row): Record<string, unknown> => {
  const record: Record<string, unknown> = {};
  for (const field of fields) record[field.name] = present(field, row);
  return record;
};
