/** What SQLite stores here; booleans are written as 0 and 1. */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array;

/**
 * A piece of SQL whose text comes from source code only. Made by the `sql` tag alone: whatever is
 * interpolated becomes a parameter, unless it is itself such a piece. So no value can reach the text of a
 * statement.
 */
export class Sql {
  readonly #text: string;
  readonly #parameters: readonly SqlValue[];

  /** Only for the tag below; private by `construct`, which nobody else has. */
  constructor(key: typeof construct, text: string, parameters: readonly SqlValue[]) {
    if (key !== construct) throw new Error("use the sql tag");
    this.#text = text;
    this.#parameters = parameters;
  }

  get text(): string {
    return this.#text;
  }

  get parameters(): readonly SqlValue[] {
    return this.#parameters;
  }
}

const construct: unique symbol = Symbol("sql");

/**
 * A text by the identity of its template and then by the places and texts of the pieces within. A text that was made
 * before is the very same string, which is found quickly wherever texts are looked up.
 */
interface Composed {
  text?: string;
  /** By place: what becomes of it with a piece there. */
  readonly with: Map<string, Composed>[];
}

let composed = new WeakMap<TemplateStringsArray, Composed>();
let composedTexts = 0;

/** More different texts than all templates make; composed filters make new ones without end. */
const mostComposedTexts = 2000;

/** `sql\`select * from note where id = ${id} and ${condition}\`` */
export const sql = (strings: TemplateStringsArray, ...values: readonly (SqlValue | Sql)[]): Sql => {
  let place = composed.get(strings);
  if (place === undefined) composed.set(strings, (place = { with: [] }));
  let parameters: SqlValue[] | undefined;
  for (let index = 0; index < values.length; index += 1) {
    // Within its length, so it is there.
    const value = values[index] as SqlValue | Sql;
    if (value instanceof Sql) {
      // None of the values before is a piece, or they have been copied.
      parameters ??= values.slice(0, index) as SqlValue[];
      parameters.push(...value.parameters);
      place = within(place, index, value.text);
    } else parameters?.push(value);
  }
  place.text ??= textOf(strings, values);
  // None is a piece, so all are values.
  return new Sql(construct, place.text, parameters ?? (values as readonly SqlValue[]));
};

const within = (place: Composed, index: number, text: string): Composed => {
  const there = (place.with[index] ??= new Map<string, Composed>());
  const known = there.get(text);
  if (known !== undefined) return known;
  const inner: Composed = { with: [] };
  if (composedTexts >= mostComposedTexts) {
    composed = new WeakMap();
    composedTexts = 0;
  }
  composedTexts += 1;
  there.set(text, inner);
  return inner;
};

const textOf = (strings: TemplateStringsArray, values: readonly (SqlValue | Sql)[]): string =>
  strings.reduce((text, string, index) => {
    const value = values[index - 1];
    return `${text}${value instanceof Sql ? value.text : "?"}${string}`;
  });

/** Pieces with a piece between each two: `join(conditions, sql\` and \`)`. */
export const join = (pieces: readonly Sql[], separator: Sql): Sql => {
  const parameters = pieces.flatMap((piece, index) =>
    index === 0 ? piece.parameters : [...separator.parameters, ...piece.parameters],
  );
  return new Sql(construct, pieces.map((piece) => piece.text).join(separator.text), parameters);
};

/** A parenthesised list of parameters for `in`; empty gives `()`, which SQLite takes as no match. */
export const list = (values: readonly SqlValue[]): Sql =>
  sql`(${join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`;

/**
 * The name of one of the store's own tables, read from its schema. Names are part of the text, so anything
 * but letters, digits and underscores is a bug.
 */
export const tableName = (name: string): Sql => {
  if (!/^[a-z_][a-z0-9_]*$/i.test(name)) throw new Error("that is no name of a table");
  return new Sql(construct, name, []);
};
