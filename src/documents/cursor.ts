import { childPointer, valueAt } from "../core/formats/json-pointer.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { isText } from "./json.ts";
import { isObject } from "../core/model/json-object.ts";
import { pointerOf } from "./references.ts";
import type { SourceDocument } from "./source-document.ts";

/** An object in a document, with its location. */
export type Cursor = ReturnType<typeof cursorAt>;

export const failAt = (cursor: Cursor, message: string, hint?: string): never => {
  const location = cursor.document.location(cursor.pointer);
  throw new UsageError(message, { location, hint });
};

/** Follows a chain of references to an object. `checkReferences` has already rejected cycles. */
const resolved = (cursor: Cursor): Cursor => {
  const reference = cursor.value["$ref"];
  if (!isText(reference)) return cursor;
  return resolved(cursorAt(cursor.document, pointerOf(reference)));
};

/**
 * The object at a pointer.
 * @throws UsageError for any other value there.
 */
export const cursorAt = (document: SourceDocument, pointer: string) => {
  const value = valueAt(document.root, pointer);
  if (isObject(value)) return { document, pointer, value };
  throw new UsageError(`expected an object at ${pointer === "" ? "the root" : pointer}`, {
    location: document.location(pointer),
  });
};

/** The object under a key, with references resolved; undefined if the key is absent. */
export const child = (cursor: Cursor, key: string | number): Cursor | undefined => {
  const pointer = childPointer(cursor.pointer, key);
  if (valueAt(cursor.document.root, pointer) === undefined) return undefined;
  return resolved(cursorAt(cursor.document, pointer));
};

/** The objects under all keys of a map or array, with references resolved. */
export const children = (cursor: Cursor, key: string): readonly (readonly [string, Cursor])[] => {
  const pointer = childPointer(cursor.pointer, key);
  const value = valueAt(cursor.document.root, pointer);
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).map((name) => [
    name,
    resolved(cursorAt(cursor.document, childPointer(pointer, name))),
  ]);
};

/** The text under a key. */
export const text = (cursor: Cursor, key: string): string | undefined => {
  const value = cursor.value[key];
  return isText(value) ? value : undefined;
};
