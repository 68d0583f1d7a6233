import { UsageError } from "../../core/model/usage-error.ts";

/** A value that SQLite stores; booleans are written as 0 and 1. */
export type SqliteValue = string | number | bigint | boolean | null | Uint8Array;

/**
 * A piece of SQL whose text is from source code only. Only the `sql` tag creates it: every interpolated value becomes a
 * parameter, unless it is itself such a piece. So no value can enter the text of a statement.
 */
export class SqlText {
  readonly #text: string;
  readonly #parameters: readonly SqliteValue[];

  /** Only for the tag below; private by `construct`, which is not exported. */
  constructor(key: typeof construct, text: string, parameters: readonly SqliteValue[]) {
    if (key !== construct) throw new Error("use the sql tag");
    this.#text = text;
    this.#parameters = parameters;
  }

  get text(): string {
    return this.#text;
  }

  get parameters(): readonly SqliteValue[] {
    return this.#parameters;
  }
}

const construct: unique symbol = Symbol("sql");

/**
 * A statement for the sandbox's store, in which every value is a parameter. An interpolated piece is included as text.
 * @example
 * ```ts
 * import { sandboxRoute, sql } from "tripact";
 *
 * export const count = sandboxRoute({
 *   interface: "crm",
 *   method: "GET",
 *   path: "/api/Contact/count",
 *   respond: (_, { store, caller }) => {
 *     const counted = store.get<{ total: number }>(
 *       sql`select count(*) as total from crm_contact where organization_id = ${caller.organizationId}`,
 *     );
 *     return { status: 200, body: { total: counted?.total ?? 0 } };
 *   },
 * });
 * ```
 */
export const sql = (
  strings: TemplateStringsArray,
  ...values: readonly (SqliteValue | SqlText)[]
): SqlText => {
  const { raw } = Object(strings) as { readonly raw?: unknown };
  if (!Array.isArray(raw) || ![...strings].every((part) => typeof part === "string"))
    throw new UsageError("sql is the tag of a template", { hint: "write sql`select …`" });
  let text = strings[0] ?? "";
  const parameters: SqliteValue[] = [];
  for (const [index, value] of values.entries()) {
    if (value instanceof SqlText) parameters.push(...value.parameters);
    else parameters.push(value);
    text += (value instanceof SqlText ? value.text : "?") + (strings[index + 1] ?? "");
  }
  return new SqlText(construct, text, parameters);
};

/** Joins pieces with a separator: `join(conditions, sql\` and \`)`. */
export const join = (pieces: readonly SqlText[], separator: SqlText): SqlText => {
  const parameters = pieces.flatMap((piece, index) =>
    index === 0 ? piece.parameters : [...separator.parameters, ...piece.parameters],
  );
  return new SqlText(construct, pieces.map((piece) => piece.text).join(separator.text), parameters);
};

/** The same statement with other parameters, of the same number. */
export const withParameters = ({ text }: SqlText, parameters: readonly SqliteValue[]): SqlText =>
  new SqlText(construct, text, parameters);

/**
 * The name of one of the store's own tables or columns. Names are part of the text, so anything but letters, digits and
 * underscores is a bug.
 */
export const sqlName = (name: string): SqlText => {
  if (!/^[a-z_][a-z0-9_]*$/i.test(name)) throw new Error("that is no name of a table or column");
  return new SqlText(construct, name, []);
};

/** A name as an SQL string literal, for a JSON key. Only letters, digits and underscores, as in `sqlName`. */
export const sqlText = (name: string): SqlText => new SqlText(construct, `'${sqlName(name).text}'`, []);

/** A JSON key after a comma, as an SQL string literal. Only letters, digits and underscores, as in `sqlName`. */
export const sqlKey = (name: string): SqlText => new SqlText(construct, `',"${sqlName(name).text}":'`, []);

/** SQL for an object with these properties, in order. */
export const objectJson = (properties: Readonly<Record<string, SqlText>>): SqlText =>
  sql`json_object(${join(
    Object.entries(properties).map(([name, json]) => sql`${sqlText(name)}, ${json}`),
    sql`, `,
  )})`;
