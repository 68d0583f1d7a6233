import { childPointer, unescapeToken, valueAt } from "../core/formats/json-pointer.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { entriesOf, isText, itemsOf } from "./json.ts";
import { isObject } from "../core/model/json-object.ts";
import { didYouMean } from "../core/output/suggest.ts";
import type { SourceDocument } from "./source-document.ts";
import { walk } from "./walk.ts";

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The JSON pointer of a local reference: `#/components/schemas/Page` becomes `/components/schemas/Page`. */
export const pointerOf = (reference: string): string => decoded(reference.slice(1));

/** The name of the schema that a reference leads to, or undefined if it leads elsewhere. */
export const schemaNameOf = (reference: string): string | undefined => {
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(reference)?.[1];
  return name === undefined ? undefined : unescapeToken(decoded(name));
};

/**
 * Rejects references that leave the document, lead to nothing, or form a cycle that no value can end.
 * @throws UsageError at the reference.
 */
export const checkReferences = (document: SourceDocument): void => {
  const references = walk(document.root).flatMap(({ pointer, value: { $ref: reference } }) =>
    isText(reference) ? [[childPointer(pointer, "$ref"), reference] as const] : [],
  );
  for (const [pointer, reference] of references) checkReference(document, pointer, reference);
  for (const [pointer, reference] of references) refuseCircle(document, pointer, reference);
};

const checkReference = (document: SourceDocument, pointer: string, reference: string): void => {
  if (!reference.startsWith("#"))
    throw new UsageError(`reference ${reference} points outside the document`, {
      location: document.location(pointer),
      hint: "copy the schema into components",
    });
  if (valueAt(document.root, pointerOf(reference)) !== undefined) return;
  throw new UsageError(`reference ${reference} points to nothing`, {
    location: document.location(pointer),
    hint: meant(document, reference),
  });
};

const meant = (document: SourceDocument, reference: string): string | undefined => {
  const cut = reference.lastIndexOf("/");
  const siblings = entriesOf(valueAt(document.root, pointerOf(reference.slice(0, cut))));
  return didYouMean(
    reference.slice(cut + 1),
    siblings.map(([name]) => name),
  );
};

/** Keywords that apply a schema to the same value, so that a cycle through them never ends. */
const sameValue = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"] as const;

const sameValueReferences = (node: unknown): readonly string[] => {
  if (!isObject(node)) return [];
  const own = isText(node["$ref"]) ? [node["$ref"]] : [];
  const inner = sameValue.flatMap((keyword) => {
    const value = node[keyword];
    return (Array.isArray(value) ? itemsOf(value) : [value]).flatMap(sameValueReferences);
  });
  return [...own, ...inner];
};

const refuseCircle = (document: SourceDocument, pointer: string, first: string): void => {
  const seen = new Set<string>();
  const pending = [first];
  for (let reference = pending.pop(); reference !== undefined; reference = pending.pop()) {
    if (seen.has(reference)) continue;
    seen.add(reference);
    const next = sameValueReferences(valueAt(document.root, pointerOf(reference)));
    if (next.includes(first))
      throw new UsageError(`reference ${first} is a cycle`, {
        location: document.location(pointer),
        hint: "let the cycle pass through a property or an item",
      });
    pending.push(...next);
  }
};
