import { childPointer } from "./json-pointer.ts";

/** As many as are kept of one text. */
const mostKept = 200;

const digits = /\d{16}/;

/** The source text of a value (ECMA-262, JSON.parse with source text access). */
interface Source {
  readonly source?: string;
}

type Reviver = (this: unknown, key: string, value: unknown, context?: Source) => unknown;

const isBeyondSafe = (value: unknown): boolean =>
  typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);

/**
 * Integers of a JSON text beyond 2^53, which a program may round, as they are written, by JSON pointer (RFC 6901); undefined without any.
 * @param text valid JSON
 */
export const exactIntegers = (text: string): Readonly<Record<string, string>> | undefined => {
  if (!digits.test(text)) return undefined;
  const sources = new Map<unknown, Map<string, string>>();
  const reviver: Reviver = function (key, value, context) {
    if (isBeyondSafe(value) && /^-?\d+$/.test(context?.source ?? "") && sources.size < mostKept) {
      const held = sources.get(this) ?? new Map<string, string>();
      sources.set(this, held.set(key, context?.source ?? ""));
    }
    return value;
  };
  const root: unknown = JSON.parse(text, reviver);
  if (sources.size === 0) return undefined;
  const found: Record<string, string> = {};
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== "object" || value === null) return;
    const held = sources.get(value);
    for (const [key, inner] of Object.entries(value)) {
      const source = held?.get(key);
      if (source === undefined) visit(inner, childPointer(pointer, key));
      else found[childPointer(pointer, key)] = source;
    }
  };
  visit(root, "");
  return found;
};
