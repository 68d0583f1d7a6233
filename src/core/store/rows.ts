import { isDay } from "../model/day.ts";
import { damaged } from "../model/stored.ts";
import { type ValueRule, storedAs } from "../source/rules.ts";
import type { Row, Sql, SqlValue } from "./database.ts";

/** @throws UsageError if the column holds no text. */
export const textColumnOf = (row: Row, column: string): string => {
  const value = row[column];
  if (typeof value !== "string") throw damaged(`the column ${column} holds no text`);
  return value;
};

/** @throws UsageError if the column holds no day. */
export const storedDay = (row: Row, column: string): string => {
  const value = textColumnOf(row, column);
  if (!isDay(value)) throw damaged(`the column ${column} holds no day`);
  return value;
};

/** A nullable text column as an optional property. */
export const optionalText = <Name extends string>(
  row: Row,
  column: string,
  name: Name,
): { readonly [One in Name]?: string } => {
  const value = row[column];
  // TypeScript widens a computed key to any text, but there is only this one.
  return (typeof value === "string" ? { [name]: value } : {}) as { readonly [One in Name]?: string };
};

/** @throws UsageError if the column holds no number. */
export const integerColumnOf = (row: Row, column: string): number => {
  const value = row[column];
  if (typeof value !== "number") throw damaged(`the column ${column} holds no number`);
  return value;
};

/** The JSON of a column. @throws UsageError if it is invalid or breaks the rule */
export const jsonColumnOf = <Value>(row: Row, column: string, rule: ValueRule): Value =>
  storedAs(`the column ${column}`, textColumnOf(row, column), rule);

export const bytesColumnOf = (row: Row, column: string): Uint8Array | undefined => {
  const value = row[column];
  return value instanceof Uint8Array ? value : undefined;
};

export type NewRow = Readonly<Record<string, SqlValue>>;

/** Parameters per statement that both engines accept. */
const mostValues = 30_000;

/** In as few statements as possible. @param rows all with the columns of the first one, in its order */
export const insertAll = async (
  sql: Sql,
  into: string,
  rows: readonly NewRow[],
  onConflict?: string,
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {});
  const atOnce = Math.floor(mostValues / Math.max(columns.length, 1));
  const conflict = onConflict === undefined ? "" : ` ON CONFLICT ${onConflict}`;
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce);
    const lists = some.map((_, row) => parameterList(columns.length, row * columns.length + 1));
    await sql.rows(
      `INSERT INTO ${into} (${columns.join(", ")}) VALUES ${lists.join(", ")}${conflict}`,
      some.flatMap((row) => Object.values(row)),
    );
  }
};

/** A list of `count` parameters: `($1, $2, $3)`, starting with the given number. */
export const parameterList = (count: number, first = 1): string =>
  `(${Array.from({ length: count }, (_, index) => `$${first + index}`).join(", ")})`;
