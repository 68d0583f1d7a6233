import type * as Ts from "typescript";
import type { TypeRelations } from "./shapes.ts";
import { type Literal, type Possibility, possibilities } from "./use.ts";

export type Accepted = ReadonlySet<Possibility>;

export const everything: Accepted = new Set(possibilities);

export const acceptsNothing: Accepted = new Set();

export const nullish: Accepted = new Set(["absent", "null"] as const);

/** Everything that an existing value may become. */
export const anyValue: Accepted = new Set(possibilities.filter((one) => one !== "gone"));

export const both = (left: Accepted, right: Accepted): Accepted =>
  new Set([...left].filter((one) => right.has(one)));

export const either = (left: Accepted, right: Accepted): Accepted =>
  right.size === 0 ? left : new Set([...left, ...right]);

export const acceptedWithout = (accepted: Accepted, taken: Accepted): Accepted =>
  new Set([...accepted].filter((one) => !taken.has(one)));

export const acceptedOnly = (...kinds: readonly Possibility[]): Accepted => new Set(kinds);

type Value = Exclude<Possibility, "gone">;

/** `{}` requires nothing of an object. */
const asksNothing = (type: Ts.Type): boolean =>
  type.getProperties().length === 0 &&
  type.getCallSignatures().length === 0 &&
  type.getStringIndexType() === undefined &&
  type.getNumberIndexType() === undefined;

/** What a location of one type accepts, and what a value of one type may be. */
export const createTypeQuestions = (shapes: TypeRelations) => {
  const { compiler, checker } = shapes;

  const takesObjects = (target: Ts.Type): boolean => {
    const { NonPrimitive, Object: objects } = compiler.TypeFlags;
    if (target.isUnion()) return target.types.some((one) => takesObjects(one));
    if (shapes.isAnything(target) || (target.flags & NonPrimitive) !== 0) return true;
    return (target.flags & objects) !== 0 && asksNothing(target);
  };

  const takesArrays = (target: Ts.Type): boolean => {
    if (takesObjects(target)) return true;
    if (target.isUnion()) return target.types.some((one) => takesArrays(one));
    const item = checker.isArrayLikeType(target) ? target.getNumberIndexType() : undefined;
    return item !== undefined && shapes.isAnything(item);
  };

  const kindOf = (type: Ts.Type): readonly Possibility[] => {
    const { flags } = type;
    if (type.isUnion()) return type.types.flatMap((one) => kindOf(one));
    if (flags & (compiler.TypeFlags.Undefined | compiler.TypeFlags.Void)) return ["absent"];
    if (flags & compiler.TypeFlags.Null) return ["null"];
    if (flags & compiler.TypeFlags.BooleanLike) return ["boolean"];
    if (flags & compiler.TypeFlags.NumberLike) return ["number"];
    if (flags & compiler.TypeFlags.StringLike) return ["string"];
    if (checker.isArrayLikeType(type)) return ["array"];
    if (flags & compiler.TypeFlags.Object) return ["object"];
    if (flags & compiler.TypeFlags.Never) return [];
    if (type.isIntersection()) return [...new Set(type.types.flatMap((one) => kindOf(one)))];
    return possibilities.filter((one) => one !== "gone");
  };

  const kinds = (type: Ts.Type): readonly Possibility[] => [...new Set(kindOf(type))].toSorted();

  const literalsOf = (type: Ts.Type): readonly Literal[] => {
    if (type.isUnion()) return type.types.flatMap((one) => literalsOf(one));
    if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value];
    if (type.flags & compiler.TypeFlags.BooleanLiteral) return [checker.typeToString(type) === "true"];
    return type.flags & compiler.TypeFlags.Null ? [null] : [];
  };

  const listed = (values: readonly Literal[], type: Ts.Type | undefined): readonly Literal[] => {
    const known = new Set(type === undefined ? [] : literalsOf(type));
    return values.filter((value) => value !== null && known.has(value));
  };

  const known = new Map<Ts.Type, Accepted>();
  const samples: Readonly<Record<Exclude<Value, "array" | "object">, Ts.Type>> = {
    absent: checker.getUndefinedType(),
    null: checker.getNullType(),
    boolean: checker.getBooleanType(),
    number: checker.getNumberType(),
    string: checker.getStringType(),
  };
  return {
    /** The literals in the consumer's code that the document lists as values. */
    listed,
    /** What is sent if a value of one type is given where the contract wants another. */
    sent: (source: Ts.Type, wanted: Ts.Type) => ({
      sends: kinds(source),
      values: listed(literalsOf(source), wanted),
    }),
    /** What may be given where a value of the type is wanted. */
    accepts: (target: Ts.Type) => {
      const cached = known.get(target);
      if (cached !== undefined) return cached;
      if (shapes.isAnything(target)) return anyValue;
      const taken = new Set<Possibility>();
      for (const [kind, sample] of Object.entries(samples))
        // The keys of samples are kinds.
        if (checker.isTypeAssignableTo(sample, target)) taken.add(kind as Possibility);
      if (takesObjects(target)) taken.add("object");
      if (takesArrays(target)) taken.add("array");
      known.set(target, taken);
      return taken;
    },
    /** What a value of the type may be. */
    kindsOf: kinds,
    /** The literals in a type. */
    literalsOf: (type: Ts.Type) => [...new Set(literalsOf(type))],
  };
};

export type TypeQuestions = ReturnType<typeof createTypeQuestions>;
