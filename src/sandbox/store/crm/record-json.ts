import type { Assumptions } from "../../assumptions/assumptions.ts";
import type { Column, Entity } from "../entity.ts";
import { join, objectJson, sql, sqlKey, sqlText, type SqlText } from "../sql.ts";

/** A property with the SQL of its value, or of its JSON text: then it is left out if that is null. */
export type Member = { readonly name: string } & ({ readonly value: SqlText } | { readonly text: SqlText });

const allButTheLast = (text: SqlText): SqlText => sql`substr(${text}, -1, -1000000000)`;

/**
 * SQL for an object as JSON text. The first property has a value; many values at once take half as long as single ones.
 * @param more a column with the JSON of further properties, or null
 */
export const objectText = (members: readonly Member[], more?: SqlText): SqlText => {
  const pieces: SqlText[] = [];
  let given: [string, SqlText][] = [];
  const flush = (): void => {
    if (given.length === 0) return;
    const text = allButTheLast(objectJson(Object.fromEntries(given)));
    pieces.push(pieces.length === 0 ? text : sql`',' || substr(${text}, 2)`);
    given = [];
  };
  for (const member of members) {
    if ("value" in member) {
      given.push([member.name, member.value]);
      continue;
    }
    flush();
    pieces.push(sql`coalesce(${sqlKey(member.name)} || ${member.text}, '')`);
  }
  flush();
  const end = more === undefined ? sql`'}'` : sql`coalesce(',' || substr(${more}, 2), '}')`;
  return sql`${join(pieces, sql` || `)} || ${end}`;
};

/** SQL for a list of rows, in the order of their ids. */
export const listText = (row: SqlText, id: SqlText, from: SqlText): SqlText =>
  sql`'[' || coalesce((select group_concat(${row}, ',' order by ${id}) from ${from}), '') || ']'`;

/** Cents as a decimal string (GEN-01); a gift that takes another one back is negative. */
export const amount = (cents: SqlText): SqlText =>
  sql`printf('%s%d.%02d', iif(${cents} < 0, '-', ''), abs(${cents}) / 100, abs(${cents}) % 100)`;

export const momentText = (instant: SqlText): SqlText =>
  sql`strftime('%Y-%m-%dT%H:%M:%SZ', ${instant} / 1000, 'unixepoch')`;

const valueOf = ({ type }: Column<unknown>, stored: SqlText): SqlText => {
  if (type === "boolean") return sql`json(iif(${stored}, 'true', 'false'))`;
  if (type === "instant") return momentText(stored);
  if (type === "json") return sql`json(${stored})`;
  return type === "decimal" ? amount(sql`coalesce(${stored}, 0)`) : stored;
};

/** The columns of a record that answers show. An unknown text that is never null is empty or left out (U-01). */
export const columnMembers = (
  { named }: Entity,
  row: SqlText,
  assumptions: Assumptions,
): readonly Member[] => [
  { name: "id", value: sql`${row}.id` },
  ...named
    .filter(({ column: { details } }) => details.isHidden === undefined)
    .map(({ name: key, column, stored }): Member => {
      const name = column.details.called ?? key;
      const own = sql`${row}.${stored}`;
      if (column.details.isNeverNull !== true) return { name, value: valueOf(column, own) };
      return assumptions["U-01"] === "empty"
        ? { name, value: sql`coalesce(${own}, '')` }
        : { name, text: sql`iif(${own} is null, null, json_quote(${own}))` };
    }),
];

/** A property that only some records have, as SQL of its JSON. @param otherwise its value in all others */
export const fromMore = (row: SqlText, name: string, otherwise: SqlText): SqlText =>
  sql`json(coalesce(${row}.more -> ${sqlText(name)}, ${otherwise}))`;
