import { childOf } from "../model/json-object.ts";

/** Escapes one reference token of a JSON pointer (RFC 6901). */
const escapeToken = (token: string): string =>
  /[~/]/.test(token) ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;

export const unescapeToken = (token: string): string =>
  token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;

/** Appends reference tokens to a pointer: `childPointer("/items", 0)` is `/items/0`. */
export const childPointer = (pointer: string, ...tokens: readonly (string | number)[]): string =>
  tokens.reduce<string>((parent, token) => `${parent}/${escapeToken(String(token))}`, pointer);

/** The unescaped reference tokens of a pointer; none for the whole document. */
export const tokensOf = (pointer: string): readonly string[] =>
  pointer === "" ? [] : pointer.slice(1).split("/").map(unescapeToken);

/** The value a pointer leads to; undefined if there is none. Inherited properties do not count. */
export const valueAtPointer = (root: unknown, pointer: string): unknown =>
  tokensOf(pointer).reduce(childOf, root);
