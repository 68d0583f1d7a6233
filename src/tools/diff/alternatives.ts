import { childPointer } from "../../harness/formats/json-pointer.ts";
import { itemsOf } from "../../generators/documents/json.ts";
import { type JsonObject } from "../../harness/model/json-object.ts";
import { asSchema, type Schema, soleReference } from "../../generators/schemas/schema.ts";
import { typesOf, normalForm } from "./normal-form.ts";
import { type Location, type SchemaContext, text, type Versions } from "./versions.ts";

const keywordOf = (schema: JsonObject): "anyOf" | "oneOf" | undefined =>
  schema["anyOf"] !== undefined ? "anyOf" : schema["oneOf"] !== undefined ? "oneOf" : undefined;

const alternativesOf = (schema: JsonObject): readonly Schema[] => {
  const keyword = keywordOf(schema);
  return keyword === undefined ? [schema] : itemsOf(schema[keyword]).map(asSchema);
};

const withoutAlternatives = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keyword !== "anyOf" && keyword !== "oneOf"),
  );

/** What one alternative is known by: the same text, then the same model, then the same types. */
const likenesses: readonly ((schema: Schema, root: unknown) => string | undefined)[] = [
  (schema) => text(schema),
  (schema) => soleReference(schema),
  (schema, root) => {
    const normal = normalForm(schema, root);
    return normal === false ? undefined : text(typesOf(normal));
  },
];

/** Pairs the alternatives of two versions; what finds no partner is left over. */
const matched = (
  pair: Versions<readonly Schema[]>,
  roots: Versions<unknown>,
): {
  readonly pairs: readonly Versions<Schema>[];
  readonly gone: readonly Schema[];
  readonly come: readonly Schema[];
} => {
  const pairs: Versions<Schema>[] = [];
  let gone = [...pair.old];
  let come = [...pair.new];
  for (const like of likenesses)
    for (const old of gone.slice()) {
      const key = like(old, roots.old);
      const partner = key === undefined ? undefined : come.find((one) => like(one, roots.new) === key);
      if (partner === undefined) continue;
      pairs.push({ old, new: partner });
      gone = gone.filter((one) => one !== old);
      come = come.filter((one) => one !== partner);
    }
  return { pairs, gone, come };
};

const isNull = (schema: Schema): boolean => typeof schema === "object" && schema["type"] === "null";

const shown = (schema: Schema): string => soleReference(schema) ?? text(schema).slice(0, 60);

/**
 * Compares schemas that are a choice between alternatives; says false where neither is one. A schema that
 * is no choice counts as a choice of one.
 */
export const compareAlternatives = (
  pair: Versions<JsonObject>,
  location: Location,
  context: SchemaContext,
): boolean => {
  const keyword = keywordOf(pair.new) ?? keywordOf(pair.old);
  if (keyword === undefined) return false;
  const pointer = childPointer(location.pointer, keyword);
  const { pairs, gone, come } = matched(
    { old: alternativesOf(pair.old), new: alternativesOf(pair.new) },
    context.roots,
  );
  for (const one of come)
    context.report(isNull(one) ? "null-allowed" : "alternative-added", pointer, shown(one));
  for (const one of gone)
    context.report(isNull(one) ? "null-refused" : "alternative-removed", pointer, shown(one));
  for (const one of pairs) context.descend(one, { ...location, pointer });
  if (keywordOf(pair.old) !== undefined && keywordOf(pair.new) !== undefined)
    context.descend({ old: withoutAlternatives(pair.old), new: withoutAlternatives(pair.new) }, location);
  return true;
};
