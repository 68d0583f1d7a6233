import { madeFor } from "../../core/model/made-once.ts";
import { createIds } from "./ids.ts";
import type { LocatedSchema } from "./schema-part.ts";
import type { SchemaShape, SchemaShapes } from "./shape.ts";
import { jsonText, typeOf } from "./value-shape.ts";

/** Levels of schemas in schemas that a fingerprint sees. */
const usualDepth = 5;

/** A short digest of a text; for comparing, not for secrets. */
const digest = (text: string): string => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  return `${(high >>> 0).toString(36)}.${(low >>> 0).toString(36)}`;
};

/**
 * Digests of what schemas allow: equal for schemas that say the same in other words or under other names. They see a few
 * levels, so equal ones may still differ below.
 */
export const createFingerprints = ({ shapeOf }: SchemaShapes) => {
  const idOf = createIds();
  const known = new Map<string, string>();

  const describe = (shape: SchemaShape, depth: number): unknown => {
    // Values have types, stated or not.
    const kinds = shape.values === undefined ? shape.types : new Set([...shape.values.values()].map(typeOf));
    const types = kinds && [...kinds].toSorted();
    if (depth === 0) return [types, shape.isImpossible];
    const below = (schemas: readonly LocatedSchema[]): string => fingerprint(schemas, depth - 1);
    // What is said twice is said.
    const sorted = (texts: readonly string[]): readonly string[] => [...new Set(texts)].toSorted();
    const each = (schemas: readonly LocatedSchema[]): readonly string[] =>
      sorted(schemas.map((one) => below([one])));
    const marks = ["readOnly", "writeOnly"].map((keyword) =>
      shape.parts.some(({ keywords }) => keywords[keyword] === true),
    );
    return [
      shape.isImpossible,
      shape.values === undefined ? types : [...shape.values.keys()].toSorted(),
      [...shape.bounds].map(([keyword, { value, isExclusive }]) => [keyword, value, isExclusive]),
      [...shape.constraints].map(([keyword, all]) => [keyword, ...[...all.keys()].toSorted()]).toSorted(),
      [shape.isUnique, ...marks],
      sorted(
        shape.choices.map((choice) =>
          jsonText([choice.keyword, choice.allowsNull, each(choice.alternatives)]),
        ),
      ),
      each(shape.not),
      sorted(
        shape.conditions.map((one) =>
          jsonText([below([one.if]), below([one.consequence]), below([one.alternative])]),
        ),
      ),
      sorted(shape.contains.map((one) => jsonText([one.count, below([one.schema])]))),
      [...shape.dependencies].toSorted(),
      [...shape.dependentSchemas].map(([name, schemas]) => [name, below(schemas)]).toSorted(),
      below(shape.propertyNames),
      [...shape.names].toSorted().map((name) => {
        const { schemas, isRequired } = shape.property(name);
        return [name, isRequired, below(schemas)];
      }),
      [...shape.patterns].toSorted().map((pattern) => [pattern, below(shape.matching(pattern))]),
      below(shape.others),
      Object.values(shape.unevaluated).map(below),
      Array.from({ length: shape.positions }, (_, index) => below(shape.item(index))),
      below(shape.items),
      below(shape.contentSchema),
    ];
  };

  const describeAny = madeFor((depth: number) => jsonText(describe(shapeOf([], ""), depth)));

  const digestOf = (schemas: readonly LocatedSchema[], depth: number): string => {
    const text = jsonText(describe(shapeOf(schemas, ""), depth));
    return text === describeAny(depth) ? "any" : digest(text);
  };

  const fingerprint = (schemas: readonly LocatedSchema[], depth = usualDepth): string => {
    if (schemas.every(({ schema }) => schema === true)) return "any";
    const key = `${depth} ${idOf(schemas)}`;
    const found = known.get(key) ?? digestOf(schemas, depth);
    known.set(key, found);
    return found;
  };

  return fingerprint;
};
