import type { ApiDocument } from "../../../documents/document.ts";
import { isObject } from "../../../core/model/json-object.ts";
import { itemsOf } from "../../../documents/json.ts";
import type { Conjunctions } from "../../../documents/shapes/conjunction.ts";
import type { LocatedSchema } from "../../../documents/shapes/schema-part.ts";
import type { DataDirection } from "../change.ts";
import type { Versions } from "../versions.ts";
import type { Together } from "./rule.ts";

interface Side {
  readonly conjunctions: Conjunctions;
}

interface PairPlace {
  readonly id: number;
  readonly direction: DataDirection;
}

/** Models with a discriminator, each with the models that build upon it: wherever it is expected, they may come. */
export const inheritorsIn = (
  { models }: ApiDocument,
  { modelOf }: Conjunctions,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const bases = new Map<string, Set<string>>();
  for (const [name, { schema }] of models)
    if (
      isObject(schema) &&
      schema["discriminator"] !== undefined &&
      !("oneOf" in schema) &&
      !("anyOf" in schema)
    )
      bases.set(name, new Set());
  if (bases.size === 0) return new Map();
  for (const [name, { schema }] of models)
    for (const part of isObject(schema) ? itemsOf(schema["allOf"]) : []) {
      const base = isObject(part) ? modelOf(part) : undefined;
      if (base !== undefined) bases.get(base)?.add(name);
    }
  return bases;
};

/** Pairs of models that may come in place of a pair of their bases; reports those on one side only. */
export const createInheritors = (
  documents: Versions<ApiDocument>,
  both: Versions<Side>,
  report: (kind: string, at: string, message: string, place: PairPlace) => void,
) => {
  const bySchema = (side: keyof Versions<unknown>): ReadonlyMap<unknown, ReadonlySet<string>> =>
    new Map(
      [...inheritorsIn(documents[side], both[side].conjunctions)].map(([name, inheritors]) => [
        documents[side].models.get(name)?.schema,
        inheritors,
      ]),
    );
  const all = { old: bySchema("old"), new: bySchema("new") };
  const namesOf = (
    side: keyof Versions<unknown>,
    [first, ...more]: Together,
  ): ReadonlySet<string> | undefined => {
    if (first === undefined || more.length > 0) return undefined;
    return all[side].get(both[side].conjunctions.dereferenced(first).schema);
  };
  const modelAt = (side: keyof Versions<unknown>, name: string): readonly LocatedSchema[] => {
    const model = both[side].conjunctions.referred(name);
    return model === undefined ? [] : [model];
  };

  return (pair: Versions<Together> & PairPlace): readonly Versions<Together>[] => {
    const [before, after] = [namesOf("old", pair.old), namesOf("new", pair.new)];
    if (before === undefined || after === undefined) return [];
    for (const name of after)
      if (!before.has(name)) report("alternative-added", modelAt("new", name)[0]?.at ?? "", name, pair);
    for (const name of before)
      if (!after.has(name)) report("alternative-removed", modelAt("old", name)[0]?.at ?? "", name, pair);
    return [...before]
      .filter((name) => after.has(name))
      .map((name) => ({ old: modelAt("old", name), new: modelAt("new", name) }));
  };
};
