import type * as Ts from "typescript";
import type { Compiler } from "./load-compiler.ts";

/** What the search for the contract within types needs to know of them. */
interface InvolvesParts {
  readonly compiler: Compiler;
  readonly checker: Ts.TypeChecker;
  /** Whether a type itself is of the contract, or has a property that is. */
  readonly isOfContract: (type: Ts.Type) => boolean;
  /** Whether a file can know types of the contract. */
  readonly canKnow: (file: Ts.SourceFile) => boolean;
}

/** Own types are rarely nested deeper. */
const deepest = 6;

const argumentsOf = ({ compiler, checker }: InvolvesParts, type: Ts.Type): readonly Ts.Type[] =>
  type.flags & compiler.TypeFlags.Object &&
  (type as Ts.ObjectType).objectFlags & compiler.ObjectFlags.Reference
    ? checker.getTypeArguments(type as Ts.TypeReference)
    : [];

const signaturesOf = ({ compiler, checker }: InvolvesParts, type: Ts.Type): readonly Ts.Signature[] => [
  ...checker.getSignaturesOfType(type, compiler.SignatureKind.Call),
  ...checker.getSignaturesOfType(type, compiler.SignatureKind.Construct),
];

/** Whether a type is a class or an interface of somebody who cannot know the contract: it holds what it is given. */
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

/** Whether a type of the contract is in a type, at whatever depth. */
export const createInvolves = (parts: InvolvesParts): ((type: Ts.Type) => boolean) => {
  const known = new Map<Ts.Type, boolean>();
  const open = new Set<Ts.Type>();

  /** `undefined`: not found, as far as was looked. */
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
