import { childPointer } from "../../harness/formats/json-pointer.ts";
import { itemsOf, textsOf } from "../../generators/documents/json.ts";
import { isObject, type JsonObject } from "../../harness/model/json-object.ts";
import { asSchema, isAnnotation, type Schema, soleReference } from "../../generators/schemas/schema.ts";
import { compareAlternatives } from "./alternatives.ts";
import { compareBounds } from "./bounds.ts";
import { allowsNull, normalForm, type NormalSchema, typesOf } from "./normal-form.ts";
import { type Place, type SchemaContext, type Tell, text, type Versions } from "./versions.ts";

const handled = new Set([
  "type",
  "properties",
  "required",
  "enum",
  "const",
  "items",
  "additionalProperties",
  "anyOf",
  "oneOf",
  "format",
  "pattern",
  "multipleOf",
  "uniqueItems",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
]);

const numeric = (types: readonly string[]): readonly string[] =>
  types.includes("number") ? [...types, "integer"] : types;

const holdsAll = (larger: readonly string[], smaller: readonly string[]): boolean =>
  smaller.every((one) => numeric(larger).includes(one));

const compareTypes = (pair: Versions<JsonObject>, pointer: string, tell: Tell): void => {
  const before = typesOf(pair.old);
  const after = typesOf(pair.new);
  const message = `type ${text(before ?? "any")} → ${text(after ?? "any")}`;
  if (before === undefined || after === undefined) {
    if (before !== after) tell(after === undefined ? "type-widened" : "type-narrowed", pointer, message);
    return;
  }
  const [grew, shrank] = [holdsAll(after, before), holdsAll(before, after)];
  if (!grew || !shrank)
    tell(grew ? "type-widened" : shrank ? "type-narrowed" : "type-changed", pointer, message);
  if (allowsNull(pair.old) !== allowsNull(pair.new))
    tell(allowsNull(pair.new) ? "null-allowed" : "null-refused", pointer, "null");
};

const compareEnums = (pair: Versions<JsonObject>, pointer: string, tell: Tell): void => {
  const before = pair.old["enum"];
  const after = pair.new["enum"];
  if (before === undefined && after === undefined) return;
  if (before === undefined) return tell("enum-imposed", pointer, `one of ${text(after)}`);
  if (after === undefined) return tell("enum-lifted", pointer, `was one of ${text(before)}`);
  const [old, now] = [itemsOf(before).map(text), itemsOf(after).map(text)];
  for (const value of now) if (!old.includes(value)) tell("enum-value-added", pointer, value);
  for (const value of old) if (!now.includes(value)) tell("enum-value-removed", pointer, value);
};

const singles = [
  ["format", "format"],
  ["pattern", "pattern"],
  ["multipleOf", "multiple-of"],
  ["const", "constant"],
] as const;

const compareSingles = (pair: Versions<JsonObject>, pointer: string, tell: Tell): void => {
  for (const [keyword, name] of singles) {
    const [before, after] = [text(pair.old[keyword]), text(pair.new[keyword])];
    if (before === after) continue;
    const how =
      pair.old[keyword] === undefined ? "imposed" : pair.new[keyword] === undefined ? "lifted" : "changed";
    tell(`${name}-${how}`, pointer, `${keyword} ${before} → ${after}`);
  }
};

const compareMarks = (pair: Versions<JsonObject>, pointer: string, tell: Tell): void => {
  const [before, after] = [pair.old["deprecated"] === true, pair.new["deprecated"] === true];
  if (before !== after) tell(after ? "deprecated" : "no-longer-deprecated", pointer, "deprecated");
  const defaults = [text(pair.old["default"]), text(pair.new["default"])] as const;
  if (defaults[0] !== defaults[1])
    tell("default-changed", pointer, `default ${defaults[0]} → ${defaults[1]}`);
  const repeats = [pair.old["uniqueItems"] === true, pair.new["uniqueItems"] === true];
  if (repeats[0] !== repeats[1])
    tell(repeats[1] === true ? "repeated-items-refused" : "repeated-items-allowed", pointer, "uniqueItems");
};

/** Keywords that no rule here knows may not slip through. */
const compareRest = (pair: Versions<JsonObject>, pointer: string, tell: Tell): void => {
  for (const keyword of new Set([...Object.keys(pair.old), ...Object.keys(pair.new)])) {
    if (handled.has(keyword) || isAnnotation(keyword)) continue;
    if (text(pair.old[keyword]) !== text(pair.new[keyword]))
      tell("constraint-changed", pointer, `${keyword} changed`);
  }
};

const compareProperties = (pair: Versions<JsonObject>, place: Place, context: SchemaContext): void => {
  const { tell } = context;
  const [before, after] = [pair.old["properties"] ?? {}, pair.new["properties"] ?? {}];
  if (!isObject(before) || !isObject(after)) return;
  const needed = { old: textsOf(pair.old["required"]), new: textsOf(pair.new["required"]) };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after), ...needed.old, ...needed.new])) {
    const pointer = childPointer(place.pointer, "properties", name);
    const [was, is] = [needed.old.includes(name), needed.new.includes(name)];
    const [there, here] = [before[name] !== undefined || was, after[name] !== undefined || is];
    if (!there) tell(is ? "required-property-added" : "property-added", pointer, name);
    else if (!here) tell(was ? "required-property-removed" : "property-removed", pointer, name);
    else {
      if (was !== is) tell(is ? "property-became-required" : "property-became-optional", pointer, name);
      context.descend({ old: asSchema(before[name]), new: asSchema(after[name]) }, { ...place, pointer });
    }
  }
};

const compareOthers = (pair: Versions<JsonObject>, place: Place, context: SchemaContext): void => {
  const [before, after] = [pair.old["additionalProperties"], pair.new["additionalProperties"]];
  const pointer = childPointer(place.pointer, "additionalProperties");
  if ((before === false) !== (after === false))
    return context.tell(after === false ? "objects-closed" : "objects-opened", pointer, "other properties");
  context.descend({ old: asSchema(before), new: asSchema(after) }, { ...place, pointer });
};

const compareItems = (pair: Versions<JsonObject>, place: Place, context: SchemaContext): void =>
  context.descend(
    { old: asSchema(pair.old["items"]), new: asSchema(pair.new["items"]) },
    { ...place, pointer: childPointer(place.pointer, "items") },
  );

const compareObjects = (pair: Versions<JsonObject>, place: Place, context: SchemaContext): void => {
  const { tell } = context;
  const { pointer } = place;
  compareTypes(pair, pointer, tell);
  compareEnums(pair, pointer, tell);
  compareSingles(pair, pointer, tell);
  compareBounds(pair, pointer, tell);
  compareMarks(pair, pointer, tell);
  compareRest(pair, pointer, tell);
  compareProperties(pair, place, context);
  compareOthers(pair, place, context);
  compareItems(pair, place, context);
};

/** Facts and questions that are attached to a schema, its reference's siblings included. */
const compareAnnotations = (pair: Versions<Schema>, pointer: string, tell: Tell): void => {
  const listed = (schema: Schema, ...names: readonly string[]): readonly string[] =>
    isObject(schema) ? names.flatMap((name) => textsOf(schema[name])) : [];
  const compare = (names: readonly string[], added: string, removed: string): void => {
    const [before, after] = [listed(pair.old, ...names), listed(pair.new, ...names)];
    for (const id of after) if (!before.includes(id)) tell(added, pointer, id);
    for (const id of before) if (!after.includes(id)) tell(removed, pointer, id);
  };
  compare(["x-facts", "x-facts-about"], "/fact-attached", "/fact-detached");
  compare(["x-unknown"], "/question-opened", "/question-closed");
};

const compareNormal = (pair: Versions<NormalSchema>, place: Place, context: SchemaContext): void => {
  if (pair.old === false || pair.new === false) {
    if (pair.old !== pair.new)
      context.tell(
        pair.new === false ? "type-narrowed" : "type-widened",
        place.pointer,
        "nothing is allowed",
      );
    return;
  }
  const both = { old: pair.old, new: pair.new };
  if (!compareAlternatives(both, place, context)) compareObjects(both, place, context);
};

/** Tells every difference between two versions of a schema. Circles of references end. */
export const compareSchemas = (
  pair: Versions<Schema>,
  place: Place,
  base: Omit<SchemaContext, "descend">,
): void => {
  const context: SchemaContext = { ...base, descend: (inner, at) => compareSchemas(inner, at, base) };
  compareAnnotations(pair, place.pointer, context.tell);
  const shared = soleReference(pair.old);
  if (shared !== undefined && shared === soleReference(pair.new)) return context.meet(shared);
  // What a reference inside leads to may differ although its text does not.
  if (text(pair.old) === text(pair.new) && !text(pair.old).includes('"$ref"')) return;
  const key = `${text(pair.old)} ${text(pair.new)}`;
  if (place.inside.has(key)) return;
  compareNormal(
    { old: normalForm(pair.old, context.roots.old), new: normalForm(pair.new, context.roots.new) },
    { ...place, inside: new Set([...place.inside, key]) },
    context,
  );
};
