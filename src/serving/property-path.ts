import { isObject, type JsonObject } from "../core/model/json-object.ts";
import { exactText } from "./exact-json.ts";

/** A property of a record by the names that lead to it, and the value that it has to have. */
export interface Wanted {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The record that a property of another one refers to; undefined if it refers to none. */
type Follow = (owner: JsonObject, property: string) => JsonObject | undefined;

/** Texts are compared without regard to their case: e-mail addresses are. */
const plain = (value: unknown): string => (exactText(value) ?? String(value)).trim().toLowerCase();

const isOne = (value: unknown, wanted: unknown): boolean =>
  value !== undefined && value !== null && plain(value) === plain(wanted);

/** Whether a value has all that is wanted of it. What is wanted of a list must hold of one item, together. */
export const holdsAll = (value: unknown, wanted: readonly Wanted[], follow: Follow): boolean => {
  if (Array.isArray(value)) return value.some((item) => holdsAll(item, wanted, follow));
  if (!isObject(value)) return wanted.every(({ path, value: one }) => path.length === 0 && isOne(value, one));
  const parts = Map.groupBy(wanted, ({ path: [first = ""] }) => first);
  return [...parts].every(([name, those]) => {
    const inner = those.map(({ path, value: one }) => ({ path: path.slice(1), value: one }));
    const isDeep = inner.some(({ path }) => path.length > 0);
    const property = Object.hasOwn(value, name) ? value[name] : undefined;
    const isScalar = property !== undefined && property !== null && typeof property !== "object";
    return holdsAll(isDeep && isScalar ? follow(value, name) : property, inner, follow);
  });
};
