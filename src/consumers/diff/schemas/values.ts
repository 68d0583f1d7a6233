import type { SchemaShape } from "../../../documents/shapes/shape.ts";
import { typeOf, type ValueKind } from "../../../documents/shapes/value-shape.ts";
import { asJsonText, type Versions } from "../versions.ts";
import { locationOf, type RuleContext, type SchemaRule } from "./rule.ts";

/** Types as they are written, without null: all numbers are a `number`. */
export const written = (types: ReadonlySet<ValueKind>): readonly string[] =>
  [...types].filter((type) => type !== "null" && !(type === "integer" && types.has("number"))).toSorted();

/** The types of a shape beside another one; undefined if neither states any. */
const typesBeside = (one: SchemaShape, other: SchemaShape): ReadonlySet<ValueKind> | undefined => {
  const { types, values } = one;
  if (values === undefined || (other.types === undefined && other.values === undefined)) return types;
  const stated = new Set([...values.values()].map(typeOf));
  if (types === undefined || other.values !== undefined) return stated;
  return stated.has("null") ? types : new Set(withoutNull(types));
};

const isWithin = (smaller: readonly ValueKind[], larger: ReadonlySet<ValueKind>): boolean =>
  smaller.every((type) => larger.has(type));

const withoutNull = (types: ReadonlySet<ValueKind>): readonly ValueKind[] =>
  [...types].filter((type) => type !== "null");

const compareNull = (before: boolean, after: boolean, at: string, { report }: RuleContext): void => {
  if (before !== after) report(after ? "null-allowed" : "null-refused", at, "null");
};

/** Reports a change of types; returns whether the values still have a type in common. */
export const compareTypes = (pair: Versions<SchemaShape>, context: RuleContext): boolean => {
  const at = locationOf(pair, "type", "enum", "const");
  const { report } = context;
  const before = typesBeside(pair.old, pair.new);
  const after = typesBeside(pair.new, pair.old);
  if (before === undefined || after === undefined) {
    const stated = { ...(before && { before: written(before) }), ...(after && { after: written(after) }) };
    if (before !== after)
      report(
        after === undefined ? "type-widened" : "type-narrowed",
        at,
        `type ${asJsonText(stated.before ?? "any")} → ${asJsonText(stated.after ?? "any")}`,
        stated,
      );
    return true;
  }
  compareNull(before.has("null"), after.has("null"), at, context);
  // Values of other types are reported one by one.
  if (pair.old.values !== undefined && pair.new.values !== undefined) return true;
  const [old, now] = [withoutNull(before), withoutNull(after)];
  const [grew, shrank] = [isWithin(old, after), isWithin(now, before)];
  const sides = { before: written(before), after: written(after) };
  if (!grew || !shrank)
    report(
      grew ? "type-widened" : shrank ? "type-narrowed" : "type-changed",
      at,
      `type ${asJsonText(sides.before)} → ${asJsonText(sides.after)}`,
      sides,
    );
  return grew || shrank || old.some((type) => after.has(type));
};

const valuesIn = (values: NonNullable<SchemaShape["values"]>): readonly unknown[] =>
  [...values.values()].filter((value) => value !== null);

/** Whether a shape says its only value by `const`. */
const isConstant = ({ isConstant: isWritten, values }: SchemaShape): boolean =>
  isWritten && values !== undefined && valuesIn(values).length === 1;

const compareConstant: SchemaRule = (pair, { report }) => {
  const [before] = valuesIn(pair.old.values ?? new Map());
  const [after] = valuesIn(pair.new.values ?? new Map());
  const how =
    pair.old.values === undefined ? "imposed" : pair.new.values === undefined ? "lifted" : "changed";
  if (asJsonText(before) !== asJsonText(after))
    report(
      `constant-${how}`,
      locationOf(pair, "const", "enum"),
      `const ${asJsonText(before)} → ${asJsonText(after)}`,
      {
        ...(how !== "imposed" && { before }),
        ...(how !== "lifted" && { after }),
      },
    );
};

export const compareValues: SchemaRule = (pair, context) => {
  const { report } = context;
  const at = locationOf(pair, "enum", "const");
  const [before, after] = [pair.old.values, pair.new.values];
  if (before === undefined && after === undefined) return;
  const counts = [before, after].map((values) => values && valuesIn(values).length);
  const [was = 1, is = 1] = counts;
  if ((isConstant(pair.old) || isConstant(pair.new)) && was === 1 && is === 1)
    return compareConstant(pair, context);
  if (before === undefined) {
    const values = valuesIn(after ?? new Map());
    return report("enum-imposed", at, `one of ${asJsonText(values)}`, { after: values });
  }
  if (after === undefined) {
    const values = valuesIn(before);
    return report("enum-lifted", at, `was one of ${asJsonText(values)}`, { before: values });
  }
  for (const [key, value] of after)
    if (!before.has(key) && value !== null) report("enum-value-added", at, key, { after: value });
  for (const [key, value] of before)
    if (!after.has(key) && value !== null) report("enum-value-removed", at, key, { before: value });
};
