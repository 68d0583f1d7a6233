import type * as Ts from "typescript";
import type { Shapes } from "./shapes.ts";
import { type Literal, type Possibility, possibilities } from "./use.ts";

export type Accepted = ReadonlySet<Possibility>;

export const everything: Accepted = new Set(possibilities);
export const nothing: Accepted = new Set();
export const nullish: Accepted = new Set(["absent", "null"] as const);
/** All that a value may become as long as it is there. */
export const anyValue: Accepted = new Set(possibilities.filter((one) => one !== "gone"));

export const both = (left: Accepted, right: Accepted): Accepted =>
  new Set([...left].filter((one) => right.has(one)));
export const either = (left: Accepted, right: Accepted): Accepted =>
  right.size === 0 ? left : new Set([...left, ...right]);
export const without = (accepted: Accepted, taken: Accepted): Accepted =>
  new Set([...accepted].filter((one) => !taken.has(one)));
export const only = (...kinds: readonly Possibility[]): Accepted => new Set(kinds);

/** What a place that wants one type takes, and what a value of one type may be. */
export interface TypeQuestions {
  /** What may be given where a value of the type is wanted. */
  accepts(target: Ts.Type): Accepted;
  /** What a value of the type may be. */
  kindsOf(type: Ts.Type): readonly Possibility[];
  /** The literals that a type consists of. */
  literalsOf(type: Ts.Type): readonly Literal[];
  /** Of literals in the consumer's code, those that are values of the contract: its document lists them. */
  listed(values: readonly Literal[], type: Ts.Type | undefined): readonly Literal[];
  /** What is sent with a value of one type where the contract wants another. */
  sent(
    source: Ts.Type,
    wanted: Ts.Type,
  ): { readonly sends: readonly Possibility[]; readonly values: readonly Literal[] };
}

type Value = Exclude<Possibility, "gone">;

/** `{}` asks nothing of an object. */
const asksNothing = (type: Ts.Type): boolean =>
  type.getProperties().length === 0 &&
  type.getCallSignatures().length === 0 &&
  type.getStringIndexType() === undefined &&
  type.getNumberIndexType() === undefined;

const takesObjects = (shapes: Shapes, target: Ts.Type): boolean => {
  const { NonPrimitive, Object: objects } = shapes.compiler.TypeFlags;
  if (target.isUnion()) return target.types.some((one) => takesObjects(shapes, one));
  if (shapes.isAnything(target) || (target.flags & NonPrimitive) !== 0) return true;
  return (target.flags & objects) !== 0 && asksNothing(target);
};

const takesArrays = (shapes: Shapes, target: Ts.Type): boolean => {
  if (takesObjects(shapes, target)) return true;
  if (target.isUnion()) return target.types.some((one) => takesArrays(shapes, one));
  const item = shapes.checker.isArrayLikeType(target) ? target.getNumberIndexType() : undefined;
  return item !== undefined && shapes.isAnything(item);
};

const kindOf = (shapes: Shapes, type: Ts.Type): readonly Possibility[] => {
  const { flags } = type;
  if (type.isUnion()) return type.types.flatMap((one) => kindOf(shapes, one));
  if (flags & (shapes.compiler.TypeFlags.Undefined | shapes.compiler.TypeFlags.Void)) return ["absent"];
  if (flags & shapes.compiler.TypeFlags.Null) return ["null"];
  if (flags & shapes.compiler.TypeFlags.BooleanLike) return ["boolean"];
  if (flags & shapes.compiler.TypeFlags.NumberLike) return ["number"];
  if (flags & shapes.compiler.TypeFlags.StringLike) return ["string"];
  if (shapes.checker.isArrayLikeType(type)) return ["array"];
  if (flags & shapes.compiler.TypeFlags.Object) return ["object"];
  if (flags & shapes.compiler.TypeFlags.Never) return [];
  if (type.isIntersection()) return [...new Set(type.types.flatMap((one) => kindOf(shapes, one)))];
  return possibilities.filter((one) => one !== "gone");
};

const kinds = (shapes: Shapes, type: Ts.Type): readonly Possibility[] =>
  [...new Set(kindOf(shapes, type))].toSorted();

const literalsOf = (shapes: Shapes, type: Ts.Type): readonly Literal[] => {
  if (type.isUnion()) return type.types.flatMap((one) => literalsOf(shapes, one));
  if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value];
  if (type.flags & shapes.compiler.TypeFlags.BooleanLiteral)
    return [shapes.checker.typeToString(type) === "true"];
  return type.flags & shapes.compiler.TypeFlags.Null ? [null] : [];
};

const listed = (
  shapes: Shapes,
  values: readonly Literal[],
  type: Ts.Type | undefined,
): readonly Literal[] => {
  const known = new Set(type === undefined ? [] : literalsOf(shapes, type));
  return values.filter((value) => value !== null && known.has(value));
};

export const createTypeQuestions = (shapes: Shapes): TypeQuestions => {
  const { checker } = shapes;
  const known = new Map<Ts.Type, Accepted>();
  const samples: Readonly<Record<Exclude<Value, "array" | "object">, Ts.Type>> = {
    absent: checker.getUndefinedType(),
    null: checker.getNullType(),
    boolean: checker.getBooleanType(),
    number: checker.getNumberType(),
    string: checker.getStringType(),
  };
  return {
    listed: (values, type) => listed(shapes, values, type),
    sent: (source, wanted) => ({
      sends: kinds(shapes, source),
      values: listed(shapes, literalsOf(shapes, source), wanted),
    }),
    accepts: (target) => {
      const cached = known.get(target);
      if (cached !== undefined) return cached;
      if (shapes.isAnything(target)) return anyValue;
      const taken = new Set<Possibility>();
      for (const [kind, sample] of Object.entries(samples))
        // The keys of samples are kinds.
        if (checker.isTypeAssignableTo(sample, target)) taken.add(kind as Possibility);
      if (takesObjects(shapes, target)) taken.add("object");
      if (takesArrays(shapes, target)) taken.add("array");
      known.set(target, taken);
      return taken;
    },
    kindsOf: (type) => kinds(shapes, type),
    literalsOf: (type) => [...new Set(literalsOf(shapes, type))],
  };
};
