import { isFieldName } from "../../builtin/documents.ts";
import { childPointer, tokensOf } from "../../core/formats/json-pointer.ts";
import { isSameJson } from "./json.ts";

/** Where one of three answers differs from the two that agree. */
export interface OddPart {
  readonly pointer: string;
  readonly right: unknown;
  readonly wrong: unknown;
}

const entriesOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);

const isLeaf = (value: unknown): boolean => typeof value !== "object" || value === null;

const isOtherKind = (one: unknown, other: unknown): boolean => Array.isArray(one) !== Array.isArray(other);

const oddPartIn = (one: unknown, other: unknown, odd: unknown, pointer: string): OddPart | undefined => {
  if (isSameJson(one, odd)) return undefined;
  if (isLeaf(one) || isLeaf(odd) || isLeaf(other) || isOtherKind(one, odd))
    return isSameJson(one, other) ? { pointer, right: one, wrong: odd } : undefined;
  const [ones, others, odds] = [entriesOf(one), entriesOf(other), entriesOf(odd)];
  for (const name of new Set([...ones.keys(), ...odds.keys()])) {
    const found = oddPartIn(ones.get(name), others.get(name), odds.get(name), childPointer(pointer, name));
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The first such part whose way has only names of fields, which are no data. */
export const oddPart = (one: unknown, other: unknown, odd: unknown): OddPart | undefined => {
  const found = oddPartIn(one, other, odd, "");
  const isShown = (token: string): boolean => /^\d+$/.test(token) || isFieldName(token);
  return found !== undefined && tokensOf(found.pointer).every(isShown) ? found : undefined;
};
