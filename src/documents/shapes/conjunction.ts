import { childPointer } from "../../core/formats/json-pointer.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { madeOnce } from "../../core/model/made-once.ts";
import type { ApiDocument, SourcePlace } from "../document.ts";
import { isText, itemsOf } from "../json.ts";
import { schemaNameOf } from "../references.ts";
import { isAnnotation, type Schema } from "../schemas/schema.ts";
import { createIds } from "./ids.ts";
import { createFolding, type Folding, isImpossible, isNullable, isOnlyNull, withoutNull } from "./folding.ts";
import type { Conjunction, LocatedSchema, SchemaChoice, SchemaPart } from "./schema-part.ts";
import { jsonText } from "./value-shape.ts";

const isBareReference = (schema: Schema): schema is JsonObject =>
  isObject(schema) &&
  schema["$ref"] !== undefined &&
  Object.keys(schema).every((keyword) => keyword === "$ref" || isAnnotation(keyword));

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
  const shown = ({ file, pointer }: SourcePlace): string =>
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
    for (let count = 0; count < 100 && isBareReference(here.schema); count += 1) {
      const name = modelOf(here.schema);
      const next = name === undefined ? undefined : referred(name);
      if (next === undefined) break;
      here = next;
    }
    return here;
  };

  /** The model that a list of schemas is, if it is nothing but a reference to it. */
  const soleModel = ([first, ...more]: readonly LocatedSchema[]) => {
    if (first === undefined || more.length > 0 || !isBareReference(first.schema)) return undefined;
    const name = modelOf(first.schema);
    const target = name === undefined ? undefined : referred(name);
    return name === undefined || target === undefined ? undefined : { name, located: target };
  };

  const listed = (schema: JsonObject, keyword: string, at: string): readonly LocatedSchema[] =>
    itemsOf(schema[keyword]).flatMap((item, index) =>
      isObject(item) || typeof item === "boolean" ? [located(item, childPointer(at, keyword, index))] : [],
    );

  const folding = createFolding((reference) => {
    const name = schemaNameOf(reference);
    return name === undefined ? undefined : document.models.get(name)?.schema;
  });

  return { shown, located, modelOf, referred, dereferenced, soleModel, listed, folding };
};

type Lookup = ReturnType<typeof createLookup>;

const partIds = createIds();

/** The same for conjunctions of the same parts that say something; a choice is like no other one. */
const identityOf = ({ saysNothing }: Folding, conjunction: Conjunction): unknown => {
  const { parts, choices } = conjunction;
  const speaking = parts.filter((part) => !saysNothing(part));
  return choices.length > 0 || speaking.length === 0
    ? conjunction
    : partIds(speaking.map(({ keywords, at }) => ({ schema: keywords, at })));
};

const textOfSchema = madeOnce((schema: JsonObject) => jsonText(schema));

const textOfChoice = ({ keyword, alternatives, allowsNull }: SchemaChoice): string => {
  const texts = alternatives.map(({ schema }) => (isObject(schema) ? textOfSchema(schema) : String(schema)));
  return jsonText([keyword, allowsNull, texts]);
};

/** What is said twice in the same words is said once. */
const distinctChoices = (choices: readonly SchemaChoice[]): readonly SchemaChoice[] =>
  choices.length < 2
    ? choices
    : [
        ...new Map(choices.toReversed().map((choice) => [textOfChoice(choice), choice])).values(),
      ].toReversed();

/** Whether a schema is nothing but a choice by `anyOf`. */
const isBareChoice = ({ saysNothing }: Folding, schema: Schema): schema is JsonObject =>
  isObject(schema) &&
  Array.isArray(schema["anyOf"]) &&
  ["allOf", "oneOf", "$ref"].every((leading) => schema[leading] === undefined) &&
  saysNothing({ keywords: schema, at: "", orNull: false });

/** The alternatives of a choice, and whether null is one of them. */
interface Alternatives {
  readonly all: readonly LocatedSchema[];
  readonly conjunctions: readonly Conjunction[];
  readonly allowsNull: boolean;
}

/** The same alternative gives the same one without null. */
const strippedSchema = madeOnce(withoutNull);

const strippedOf = ({ schema, at }: LocatedSchema): LocatedSchema => ({
  schema: isObject(schema) ? strippedSchema(schema) : schema,
  at,
});

/** An alternative without null, what it says, and as it is stated. */
interface FoundAlternative {
  readonly one: LocatedSchema;
  readonly inner: Conjunction;
  readonly stated: LocatedSchema;
}

/**
 * Alternatives of `anyOf` beside others that only state types are one, and so are those that only state values: a choice
 * within the choice may have said them together.
 */
const withoutParts = (
  { foldedTogether }: Folding,
  found: readonly FoundAlternative[],
  conjunctionOf: (one: LocatedSchema) => Conjunction,
): readonly FoundAlternative[] => {
  const groups = Map.groupBy(found, ({ inner }) => Object.keys(foldedTogether([inner], "anyOf") ?? {})[0]);
  return [...groups].flatMap(([keyword, all]) => {
    const [first] = all;
    const schema =
      keyword === undefined || all.length < 2 || all.length === found.length
        ? undefined
        : foldedTogether(
            all.map(({ inner }) => inner),
            "anyOf",
          );
    if (first === undefined || schema === undefined) return all;
    const one = { schema, at: first.one.at };
    return [{ one, inner: conjunctionOf(one), stated: one }];
  });
};

/** Alternatives without null, and with those of an inner `anyOf` in its place. */
const readAlternatives =
  ({ listed, folding }: Lookup, conjunctionOf: (one: LocatedSchema) => Conjunction) =>
  (schema: JsonObject, keyword: SchemaChoice["keyword"], at: string): Alternatives => {
    // The same schema twice is one alternative of anyOf, and two of oneOf.
    const found = new Map<unknown, FoundAlternative>();
    let hasNull = false;
    let hasStrippedNull = false;
    const add = (stated: LocatedSchema): void => {
      // Before alternatives that only state values are folded into one.
      if (keyword === "anyOf" && isBareChoice(folding, stated.schema)) {
        for (const one of listed(stated.schema, keyword, stated.at)) add(one);
        return;
      }
      const outer = conjunctionOf(stated);
      const isStripped = keyword === "anyOf" && isNullable(outer) && !isOnlyNull(outer);
      if (isStripped) hasStrippedNull = true;
      const one = isStripped ? strippedOf(stated) : stated;
      const inner = isStripped ? conjunctionOf(one) : outer;
      const [choice, ...more] = inner.choices;
      if (isImpossible(inner)) return;
      if (isOnlyNull(inner)) hasNull = true;
      else if (
        keyword === "anyOf" &&
        choice?.keyword === "anyOf" &&
        more.length === 0 &&
        inner.parts.every(folding.saysNothing)
      ) {
        for (const alternative of choice.alternatives) add(alternative);
        hasNull ||= choice.allowsNull;
      } else found.set(keyword === "anyOf" ? identityOf(folding, inner) : one, { one, inner, stated });
    };
    for (const one of listed(schema, keyword, at)) add(one);
    const [only, ...more] = found.values();
    // It is what it states, null or not.
    if (only !== undefined && more.length === 0)
      return { all: [only.stated], conjunctions: [conjunctionOf(only.stated)], allowsNull: hasNull };
    const all = [...found.values()];
    const apart = keyword === "anyOf" ? withoutParts(folding, all, conjunctionOf) : all;
    return {
      all: apart.map(({ one }) => one),
      conjunctions: apart.map(({ inner }) => inner),
      allowsNull: hasStrippedNull || hasNull,
    };
  };

/** The same, read once: what is made of alternatives stays the same schema. */
const createAlternatives = (...lookups: Parameters<typeof readAlternatives>) => {
  const read = readAlternatives(...lookups);
  const known = madeOnce((_: JsonObject) => new Map<string, Alternatives>());
  return (schema: JsonObject, keyword: SchemaChoice["keyword"], at: string): Alternatives => {
    const key = `${keyword} ${at}`;
    const found = known(schema).get(key) ?? read(schema, keyword, at);
    known(schema).set(key, found);
    return found;
  };
};

interface Pending extends LocatedSchema {
  readonly orNull: boolean;
}

/** Reads lists of schemas that apply together. */
const createConjunctionOf = (lookup: Lookup) => {
  const { modelOf, referred, listed, folding } = lookup;
  const known = new WeakMap<object, Conjunction>();

  const ofOne = (one: LocatedSchema): Conjunction => {
    if (!isObject(one.schema)) return conjunctionOf([one]);
    const found = known.get(one.schema) ?? conjunctionOf([one]);
    known.set(one.schema, found);
    return found;
  };

  const alternativesOf = createAlternatives(lookup, ofOne);

  const conjunctionOf = (schemas: readonly LocatedSchema[]): Conjunction => {
    const parts: SchemaPart[] = [];
    const choices: SchemaChoice[] = [];
    let isImpossible = false;
    const seen = { true: new Set<object>(), false: new Set<object>() };
    const pending: Pending[] = schemas.map((one) => ({ ...one, orNull: false })).toReversed();

    const choose = (schema: JsonObject, keyword: SchemaChoice["keyword"], { at, orNull }: Pending): void => {
      if (!Array.isArray(schema[keyword])) return;
      const { all, conjunctions, allowsNull: hasNull } = alternativesOf(schema, keyword, at);
      const allowsNull = orNull || hasNull;
      const [first, ...more] = all;
      if (first === undefined)
        parts.push({ keywords: { type: allowsNull ? "null" : [] }, at, orNull: false });
      else if (more.length === 0) pending.push({ ...first, orNull: allowsNull });
      else {
        const folded = folding.foldedTogether(conjunctions, keyword);
        if (folded === undefined)
          choices.push({ keyword, at: childPointer(at, keyword), alternatives: all, allowsNull });
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
      const before = seen[`${orNull}`];
      if (before.has(schema)) continue;
      before.add(schema);
      parts.push({ keywords: schema, at, orNull });
      const name = modelOf(schema);
      const target = name === undefined ? undefined : referred(name);
      const inherited = [...(target === undefined ? [] : [target]), ...listed(schema, "allOf", at)];
      pending.push(...inherited.map((inner) => ({ ...inner, orNull })).toReversed());
      choose(schema, "oneOf", one);
      choose(schema, "anyOf", one);
    }
    return { parts, choices: distinctChoices(choices), isImpossible };
  };

  return conjunctionOf;
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
