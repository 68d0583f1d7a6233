import type * as Ts from "typescript";
import type { ProgramPart } from "./references.ts";

/** Lookups for finding the contract inside types. */
interface InvolvesParts extends ProgramPart {
  /** Whether a type belongs to the contract, or has a property that does. */
  readonly isOfContract: (type: Ts.Type) => boolean;
  /** Whether a file can know types of the contract. */
  readonly canKnow: (file: Ts.SourceFile) => boolean;
}

/** A consumer's types are rarely nested more deeply. */
const deepest = 6;

/** The arguments of an instance of a generic type. */
export const argumentsOf = ({ compiler, checker }: ProgramPart, type: Ts.Type): readonly Ts.Type[] =>
  type.flags & compiler.TypeFlags.Object &&
  (type as Ts.ObjectType).objectFlags & compiler.ObjectFlags.Reference
    ? checker.getTypeArguments(type as Ts.TypeReference)
    : [];

const signaturesOf = ({ compiler, checker }: InvolvesParts, type: Ts.Type): readonly Ts.Signature[] => [
  ...checker.getSignaturesOfType(type, compiler.SignatureKind.Call),
  ...checker.getSignaturesOfType(type, compiler.SignatureKind.Construct),
];

/** Whether a type is a class or interface that cannot know the contract, so that it contains only what it is given. */
const isForeign = ({ compiler, canKnow }: InvolvesParts, type: Ts.Type): boolean => {
  const { ClassOrInterface, Reference } = compiler.ObjectFlags;
  const declaration = type.symbol?.declarations?.[0];
  return (
    ((type as Ts.ObjectType).objectFlags & (ClassOrInterface | Reference)) !== 0 &&
    declaration !== undefined &&
    !canKnow(declaration.getSourceFile())
  );
};

const innerTypes = function* (parts: InvolvesParts, type: Ts.Type): Generator<Ts.Type> {
  const { checker } = parts;
  yield* argumentsOf(parts, type);
  if (isForeign(parts, type)) return;
  for (const property of checker.getPropertiesOfType(type)) yield checker.getTypeOfSymbol(property);
  for (const { type: inner } of checker.getIndexInfosOfType(type)) yield inner;
  for (const signature of signaturesOf(parts, type)) {
    for (const parameter of signature.parameters) yield checker.getTypeOfSymbol(parameter);
    yield signature.getReturnType();
  }
};

/** Whether a type contains a type of the contract, at any depth. */
export const createInvolves = (parts: InvolvesParts): ((type: Ts.Type) => boolean) => {
  const known = new Map<Ts.Type, boolean>();
  const open = new Set<Ts.Type>();

  /** `undefined`: not found within the depth searched. */
  const search = (type: Ts.Type, depth: number): boolean | undefined => {
    const cached = known.get(type);
    if (cached !== undefined) return cached;
    if (depth > deepest || open.has(type)) return undefined;
    open.add(type);
    const found = searchIn(type, depth);
    open.delete(type);
    if (found !== undefined) known.set(type, found);
    return found;
  };

  const searchIn = (type: Ts.Type, depth: number): boolean | undefined => {
    const isComposed = type.isUnionOrIntersection();
    if (!isComposed && !(type.flags & parts.compiler.TypeFlags.Object)) return false;
    if (!isComposed && !isForeign(parts, type) && parts.isOfContract(type)) return true;
    let result: boolean | undefined = false;
    for (const inner of isComposed ? type.types : innerTypes(parts, type)) {
      const found = search(inner, depth + 1);
      if (found === true) return true;
      if (found === undefined) result = undefined;
    }
    return result;
  };

  return (type) => {
    const found = search(type, 0) === true;
    known.set(type, found);
    return found;
  };
};
