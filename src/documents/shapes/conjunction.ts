import { childPointer } from "../../core/formats/json-pointer.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { ApiDocument, Place } from "../document.ts";
import { isText, itemsOf } from "../json.ts";
import { schemaNameOf } from "../references.ts";
import { isAnnotation, type Schema } from "../schemas/schema.ts";

/** A schema and its location, as it is shown. */
export interface LocatedSchema {
  readonly schema: Schema;
  readonly at: string;
}

/** A choice between schemas. `null` as one of them is a flag, since documents say it in many ways. */
export interface SchemaChoice {
  readonly keyword: "anyOf" | "oneOf";
  readonly at: string;
  readonly alternatives: readonly LocatedSchema[];
  readonly allowsNull: boolean;
}

/** Keywords that apply to a value together with others; without references, `allOf`, `anyOf` and `oneOf`. */
export interface SchemaPart {
  readonly keywords: JsonObject;
  readonly at: string;
  /** Whether null is allowed as well, because the part is an alternative to it. */
  readonly orNull: boolean;
}

/** Everything that applies to one value. */
export interface Conjunction {
  readonly parts: readonly SchemaPart[];
  readonly choices: readonly SchemaChoice[];
  /** Whether `false` is among it, so that no value is allowed. */
  readonly isImpossible: boolean;
}

interface Pending extends LocatedSchema {
  readonly orNull: boolean;
}

/** Keywords that state the values themselves. */
const valueKeywords = new Set(["type", "const", "enum"]);

const ownKeywords = (schema: JsonObject): readonly string[] =>
  Object.keys(schema).filter((keyword) => !isAnnotation(keyword));

const isOnly = (schema: Schema, keywords: ReadonlySet<string>): schema is JsonObject =>
  isObject(schema) &&
  ownKeywords(schema).length > 0 &&
  ownKeywords(schema).every((keyword) => keywords.has(keyword));

const onlyType = new Set(["type"]);
const onlyAnyOf = new Set(["anyOf"]);
const onlyReference = new Set(["$ref"]);

const textsIn = (value: unknown): readonly string[] => [value].flat().filter(isText);

const possibleValues = (schema: JsonObject): readonly unknown[] | undefined =>
  "const" in schema ? [schema["const"]] : Array.isArray(schema["enum"]) ? schema["enum"] : undefined;

/** Whether a schema allows null and nothing else. */
const isNull = (schema: Schema): boolean => {
  if (!isOnly(schema, valueKeywords)) return false;
  const values = possibleValues(schema);
  return values === undefined
    ? textsIn(schema["type"]).every((type) => type === "null")
    : values.length > 0 && values.every((value) => value === null);
};

const jsonText = (value: unknown): string => JSON.stringify(value) ?? "";

/** Whether no two lists have a member in common; a number may be an integer. */
const areApart = (lists: readonly (readonly string[])[]): boolean => {
  const all = lists.flatMap((list) => [...new Set(list)]);
  return new Set(all).size === all.length && !(all.includes("integer") && all.includes("number"));
};

/** Alternatives that only state types, or only values, as one schema. */
const foldedTogether = (
  alternatives: readonly LocatedSchema[],
  keyword: SchemaChoice["keyword"],
): JsonObject | undefined => {
  const schemas = alternatives.map(({ schema }) => schema);
  if (schemas.every((schema): schema is JsonObject => isOnly(schema, onlyType))) {
    const types = schemas.map(({ type }) => textsIn(type));
    return keyword === "anyOf" || areApart(types) ? { type: [...new Set(types.flat())] } : undefined;
  }
  if (!schemas.every((schema): schema is JsonObject => isOnly(schema, valueKeywords))) return undefined;
  const values = schemas.map(possibleValues);
  if (!values.every((list) => list !== undefined)) return undefined;
  if (keyword === "oneOf" && !areApart(values.map((list) => list.map(jsonText)))) return undefined;
  const types = new Set(schemas.flatMap(({ type }) => textsIn(type)));
  return {
    enum: [...new Map(values.flat().map((value) => [jsonText(value), value])).values()],
    ...(schemas.every(({ type }) => type !== undefined) && { type: [...types] }),
  };
};

/** The keywords of a part that is no choice, as a schema; the same part gives the same one. */
const createRest = (): ((part: SchemaPart) => LocatedSchema) => {
  const known = { true: new WeakMap<object, JsonObject>(), false: new WeakMap<object, JsonObject>() };
  return ({ keywords, at, orNull }) => {
    const schemas = known[`${orNull}`];
    const { $ref: _, allOf: __, anyOf: ___, oneOf: ____, ...own } = keywords;
    const schema = schemas.get(keywords) ?? (orNull ? { anyOf: [own, { type: "null" }] } : own);
    schemas.set(keywords, schema);
    return { schema, at };
  };
};

/** A choice as a schema; the same choice gives the same one. */
const createChoiceSchema = (): ((choice: SchemaChoice) => LocatedSchema) => {
  const known = new Map<string, JsonObject>();
  return ({ keyword, at, alternatives, allowsNull }) => {
    const all = [...alternatives.map(({ schema }) => schema), ...(allowsNull ? [{ type: "null" }] : [])];
    const schema = known.get(at) ?? { [keyword]: all };
    known.set(at, schema);
    return { schema, at };
  };
};

/** Finds the schemas of a document, each with its location. */
const createLookup = (document: ApiDocument) => {
  const shown = ({ file, pointer }: Place): string =>
    file === document.file ? pointer : `${file}#${pointer}`;

  /** A schema at its own location; a boolean at the given one. */
  const located = (schema: Schema, at: string): LocatedSchema => {
    const place = document.placeOf(schema);
    return { schema, at: place === undefined ? at : shown(place) };
  };

  const modelOf = (schema: Schema): string | undefined =>
    isObject(schema) && isText(schema["$ref"]) ? schemaNameOf(schema["$ref"]) : undefined;

  const referred = (name: string): LocatedSchema | undefined => {
    const model = document.models.get(name);
    return model && { schema: model.schema, at: shown(model.at) };
  };

  /** What bare references lead to. */
  const dereferenced = (one: LocatedSchema): LocatedSchema => {
    let here = one;
    for (let count = 0; count < 100 && isOnly(here.schema, onlyReference); count += 1) {
      const name = modelOf(here.schema);
      const next = name === undefined ? undefined : referred(name);
      if (next === undefined) break;
      here = next;
    }
    return here;
  };

  /** The model that a list of schemas is, if it is nothing but a reference to it. */
  const soleModel = ([first, ...more]: readonly LocatedSchema[]) => {
    if (first === undefined || more.length > 0 || !isOnly(first.schema, onlyReference)) return undefined;
    const name = modelOf(first.schema);
    const target = name === undefined ? undefined : referred(name);
    return name === undefined || target === undefined ? undefined : { name, located: target };
  };

  const listed = (schema: JsonObject, keyword: string, at: string): readonly LocatedSchema[] =>
    itemsOf(schema[keyword]).flatMap((item, index) =>
      isObject(item) || typeof item === "boolean" ? [located(item, childPointer(at, keyword, index))] : [],
    );

  return { shown, located, modelOf, referred, dereferenced, soleModel, listed };
};

type Lookup = ReturnType<typeof createLookup>;

/** Alternatives, with those of an inner `anyOf` in its place. */
const createAlternatives =
  ({ dereferenced, listed }: Lookup) =>
  (schema: JsonObject, keyword: SchemaChoice["keyword"], at: string): readonly LocatedSchema[] => {
    const found: LocatedSchema[] = [];
    const seen = new Set<Schema>();
    const pending = listed(schema, keyword, at).toReversed();
    while (pending.length > 0) {
      const one = pending.pop();
      if (one === undefined || one.schema === false) continue;
      const inner = keyword === "anyOf" ? dereferenced(one) : one;
      if (isOnly(inner.schema, onlyAnyOf) && !seen.has(inner.schema)) {
        seen.add(inner.schema);
        pending.push(...listed(inner.schema, keyword, inner.at).toReversed());
      } else found.push(one);
    }
    return found;
  };

/** Reads lists of schemas that apply together. */
const createConjunctionOf = (lookup: Lookup) => {
  const { modelOf, referred, dereferenced, listed } = lookup;
  const alternativesIn = createAlternatives(lookup);

  return (schemas: readonly LocatedSchema[]): Conjunction => {
    const parts: SchemaPart[] = [];
    const choices: SchemaChoice[] = [];
    let isImpossible = false;
    const seen = { true: new Set<object>(), false: new Set<object>() };
    const pending: Pending[] = schemas.map((one) => ({ ...one, orNull: false })).toReversed();

    const choose = (schema: JsonObject, keyword: SchemaChoice["keyword"], { at, orNull }: Pending): void => {
      if (!Array.isArray(schema[keyword])) return;
      const all = alternativesIn(schema, keyword, at);
      const others = all.filter((one) => !isNull(dereferenced(one).schema));
      const allowsNull = orNull || others.length < all.length;
      const [first, ...more] = others;
      if (first === undefined)
        parts.push({ keywords: { type: allowsNull ? "null" : [] }, at, orNull: false });
      else if (more.length === 0) pending.push({ ...first, orNull: allowsNull });
      else {
        const folded = foldedTogether(others, keyword);
        if (folded === undefined)
          choices.push({ keyword, at: childPointer(at, keyword), alternatives: others, allowsNull });
        else parts.push({ keywords: folded, at, orNull: allowsNull });
      }
    };

    while (pending.length > 0) {
      const one = pending.pop();
      if (one === undefined || one.schema === true) continue;
      const { schema, at, orNull } = one;
      if (schema === false) {
        if (orNull) parts.push({ keywords: { type: "null" }, at, orNull: false });
        else isImpossible = true;
        continue;
      }
      const known = seen[`${orNull}`];
      if (known.has(schema)) continue;
      known.add(schema);
      parts.push({ keywords: schema, at, orNull });
      const name = modelOf(schema);
      const inherited = [
        ...[name === undefined ? undefined : referred(name)].filter((found) => found !== undefined),
        ...listed(schema, "allOf", at),
      ].map((inner) => ({ ...inner, orNull }));
      pending.push(...inherited.toReversed());
      choose(schema, "oneOf", one);
      choose(schema, "anyOf", one);
    }
    return { parts, choices, isImpossible };
  };
};

/** Reads the schemas of a document as conjunctions. */
export const createConjunctions = (document: ApiDocument) => {
  const lookup = createLookup(document);
  return {
    ...lookup,
    conjunctionOf: createConjunctionOf(lookup),
    restOf: createRest(),
    choiceSchema: createChoiceSchema(),
  };
};

export type Conjunctions = ReturnType<typeof createConjunctions>;
