import { childPointer } from "../../core/formats/json-pointer.ts";
import { itemsOf, textsOf } from "../../documents/json.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { asSchema, isAnnotation, type Schema, soleReference } from "../../documents/schemas/schema.ts";
import { bounds, nameOf, singles } from "./kinds.ts";
import { allowsNull, normalForm, type NormalSchema, typesOf } from "./normal-form.ts";
import {
  compareAnnotations,
  type Location,
  type ReportChange,
  type SchemaContext,
  text,
  type Versions,
} from "./versions.ts";

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

/** Identities of an alternative: first the text, then the model, then the types. */
const likenesses: readonly ((schema: Schema, root: unknown) => string | undefined)[] = [
  (schema) => text(schema),
  (schema) => soleReference(schema),
  (schema, root) => {
    const normal = normalForm(schema, root);
    return normal === false ? undefined : text(typesOf(normal));
  },
];

/** Pairs the alternatives of two versions; those without a partner are left. */
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
 * Compares schemas with alternatives; returns false if neither has any. A schema without alternatives counts as its
 * only one.
 */
const compareAlternatives = (pair: Versions<JsonObject>, location: Location, context: SchemaContext) => {
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

const handled = new Set([
  "type",
  "properties",
  "required",
  "enum",
  "items",
  "additionalProperties",
  "anyOf",
  "oneOf",
  "uniqueItems",
  ...Object.keys(singles),
  ...Object.values(bounds).flat(),
]);

const numeric = (types: readonly string[]): readonly string[] =>
  types.includes("number") ? [...types, "integer"] : types;

const holdsAll = (larger: readonly string[], smaller: readonly string[]): boolean =>
  smaller.every((one) => numeric(larger).includes(one));

const compareTypes = (pair: Versions<JsonObject>, pointer: string, report: ReportChange): void => {
  const before = typesOf(pair.old);
  const after = typesOf(pair.new);
  const message = `type ${text(before ?? "any")} → ${text(after ?? "any")}`;
  const sides = { ...(before && { before }), ...(after && { after }) };
  if (before === undefined || after === undefined) {
    if (before !== after)
      report(after === undefined ? "type-widened" : "type-narrowed", pointer, message, sides);
    return;
  }
  const [grew, shrank] = [holdsAll(after, before), holdsAll(before, after)];
  if (!grew || !shrank)
    report(grew ? "type-widened" : shrank ? "type-narrowed" : "type-changed", pointer, message, sides);
  if (allowsNull(pair.old) !== allowsNull(pair.new))
    report(allowsNull(pair.new) ? "null-allowed" : "null-refused", pointer, "null");
};

const compareEnums = (pair: Versions<JsonObject>, pointer: string, report: ReportChange): void => {
  const before = pair.old["enum"];
  const after = pair.new["enum"];
  if (before === undefined && after === undefined) return;
  if (before === undefined) return report("enum-imposed", pointer, `one of ${text(after)}`, { after });
  if (after === undefined) return report("enum-lifted", pointer, `was one of ${text(before)}`, { before });
  const [old, now] = [itemsOf(before), itemsOf(after)];
  const added = now.filter((value) => !old.map(text).includes(text(value)));
  const removed = old.filter((value) => !now.map(text).includes(text(value)));
  for (const value of added) report("enum-value-added", pointer, text(value), { after: value });
  for (const value of removed) report("enum-value-removed", pointer, text(value), { before: value });
};

const compareSingles = (pair: Versions<JsonObject>, pointer: string, report: ReportChange): void => {
  for (const [keyword, name] of Object.entries(singles)) {
    const [before, after] = [text(pair.old[keyword]), text(pair.new[keyword])];
    if (before === after) continue;
    const how =
      pair.old[keyword] === undefined ? "imposed" : pair.new[keyword] === undefined ? "lifted" : "changed";
    const sides = {
      ...(how !== "imposed" && { before: pair.old[keyword] }),
      ...(how !== "lifted" && { after: pair.new[keyword] }),
    };
    report(`${name}-${how}`, pointer, `${keyword} ${before} → ${after}`, sides);
  }
};

const numberAt = (schema: JsonObject, keyword: string): number | undefined => {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
};

const compareBounds = (pair: Versions<JsonObject>, pointer: string, report: ReportChange): void => {
  for (const [side, keywords] of Object.entries(bounds))
    for (const keyword of keywords) {
      const [before, after] = [numberAt(pair.old, keyword), numberAt(pair.new, keyword)];
      if (before === after) continue;
      const grew = before !== undefined && after !== undefined && after > before;
      const tighter = before === undefined || (after !== undefined && grew === (side === "below"));
      const how = tighter ? "tightened" : "loosened";
      report(`${nameOf(keyword)}-${how}`, pointer, `${keyword} ${before ?? "none"} → ${after ?? "none"}`);
    }
};

const compareMarks = (pair: Versions<JsonObject>, pointer: string, report: ReportChange): void => {
  const [before, after] = [pair.old["deprecated"] === true, pair.new["deprecated"] === true];
  if (before !== after) report(after ? "deprecated" : "no-longer-deprecated", pointer, "deprecated");
  const defaults = [text(pair.old["default"]), text(pair.new["default"])] as const;
  if (defaults[0] !== defaults[1])
    report("default-changed", pointer, `default ${defaults[0]} → ${defaults[1]}`, {
      ...("default" in pair.old && { before: pair.old["default"] }),
      ...("default" in pair.new && { after: pair.new["default"] }),
    });
  const repeats = [pair.old["uniqueItems"] === true, pair.new["uniqueItems"] === true];
  if (repeats[0] !== repeats[1])
    report(repeats[1] === true ? "repeated-items-refused" : "repeated-items-allowed", pointer, "uniqueItems");
};

/** Keywords without a rule must not go unnoticed. */
const compareRest = (pair: Versions<JsonObject>, pointer: string, report: ReportChange): void => {
  for (const keyword of new Set([...Object.keys(pair.old), ...Object.keys(pair.new)])) {
    if (handled.has(keyword) || isAnnotation(keyword)) continue;
    if (text(pair.old[keyword]) !== text(pair.new[keyword]))
      report("constraint-changed", pointer, `${keyword} changed`);
  }
};

/** The types that a schema allows, including null; undefined if it allows any. */
const allowedTypes = (schema: Schema, root: unknown): readonly string[] | undefined => {
  const normal = normalForm(schema, root);
  if (normal === false) return [];
  const types = typesOf(normal);
  return types === undefined || !allowsNull(normal) ? types : [...types, "null"];
};

const compareProperties = (pair: Versions<JsonObject>, location: Location, context: SchemaContext): void => {
  const { report } = context;
  const [before, after] = [pair.old["properties"] ?? {}, pair.new["properties"] ?? {}];
  if (!isObject(before) || !isObject(after)) return;
  const needed = { old: textsOf(pair.old["required"]), new: textsOf(pair.new["required"]) };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after), ...needed.old, ...needed.new])) {
    const pointer = childPointer(location.pointer, "properties", name);
    const [was, is] = [needed.old.includes(name), needed.new.includes(name)];
    const [there, here] = [before[name] !== undefined || was, after[name] !== undefined || is];
    if (!there) {
      const types = allowedTypes(asSchema(after[name]), context.roots.new);
      report(is ? "required-property-added" : "property-added", pointer, name, {
        ...(types && { after: types }),
      });
    } else if (!here) report(was ? "required-property-removed" : "property-removed", pointer, name);
    else {
      if (was !== is) report(is ? "property-became-required" : "property-became-optional", pointer, name);
      context.descend({ old: asSchema(before[name]), new: asSchema(after[name]) }, { ...location, pointer });
    }
  }
};

const compareOthers = (pair: Versions<JsonObject>, location: Location, context: SchemaContext): void => {
  const [before, after] = [pair.old["additionalProperties"], pair.new["additionalProperties"]];
  const pointer = childPointer(location.pointer, "additionalProperties");
  if ((before === false) !== (after === false))
    return context.report(after === false ? "objects-closed" : "objects-opened", pointer, "other properties");
  context.descend({ old: asSchema(before), new: asSchema(after) }, { ...location, pointer });
};

const compareItems = (pair: Versions<JsonObject>, location: Location, context: SchemaContext): void =>
  context.descend(
    { old: asSchema(pair.old["items"]), new: asSchema(pair.new["items"]) },
    { ...location, pointer: childPointer(location.pointer, "items") },
  );

const compareObjects = (pair: Versions<JsonObject>, location: Location, context: SchemaContext): void => {
  const { report } = context;
  const { pointer } = location;
  compareTypes(pair, pointer, report);
  compareEnums(pair, pointer, report);
  compareSingles(pair, pointer, report);
  compareBounds(pair, pointer, report);
  compareMarks(pair, pointer, report);
  compareRest(pair, pointer, report);
  compareProperties(pair, location, context);
  compareOthers(pair, location, context);
  compareItems(pair, location, context);
};

const compareNormal = (pair: Versions<NormalSchema>, location: Location, context: SchemaContext): void => {
  if (pair.old === false || pair.new === false) {
    if (pair.old !== pair.new)
      context.report(
        pair.new === false ? "type-narrowed" : "type-widened",
        location.pointer,
        "nothing is allowed",
      );
    return;
  }
  const both = { old: pair.old, new: pair.new };
  if (!compareAlternatives(both, location, context)) compareObjects(both, location, context);
};

/** Reports every difference between two versions of a schema. Cycles of references end. */
export const compareSchemas = (
  pair: Versions<Schema>,
  location: Location,
  base: Omit<SchemaContext, "descend">,
): void => {
  const context: SchemaContext = { ...base, descend: (inner, at) => compareSchemas(inner, at, base) };
  compareAnnotations(pair, location.pointer, context.annotate);
  const shared = soleReference(pair.old);
  if (shared !== undefined && shared === soleReference(pair.new)) return context.meet(shared);
  // The target of an inner reference may differ although its text does not.
  if (text(pair.old) === text(pair.new) && !text(pair.old).includes('"$ref"')) return;
  const key = `${text(pair.old)} ${text(pair.new)}`;
  if (location.inside.has(key)) return;
  compareNormal(
    { old: normalForm(pair.old, context.roots.old), new: normalForm(pair.new, context.roots.new) },
    { ...location, inside: new Set([...location.inside, key]) },
    context,
  );
};
