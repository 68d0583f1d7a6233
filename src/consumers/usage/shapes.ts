import type * as Ts from "typescript";
import type { ContractTypes } from "./contract-types.ts";
import { declaredProperty, propertyReadBy } from "./declared-properties.ts";
import { argumentsOf, createInvolves } from "./involves.ts";
import type { Compiler } from "./load-compiler.ts";
import type { ProgramPart } from "./references.ts";
import { createTypeLocations, itemOf } from "./type-locations.ts";

/** One step into a value: a property, an item, or the awaited value of a promise. */
export type ShapeStep = { readonly property: string } | "item" | "awaited";

/** The property of a type's non-null values. */
const propertyOf = (checker: Ts.TypeChecker, type: Ts.Type, name: string): Ts.Symbol | undefined =>
  checker.getPropertyOfType(checker.getNonNullableType(type), name);

const stepInto = (checker: Ts.TypeChecker, type: Ts.Type, step: ShapeStep): Ts.Type | undefined => {
  if (step === "item") return itemOf(checker, type);
  if (step === "awaited") return checker.getAwaitedType(type);
  const property = propertyOf(checker, type, step.property);
  return property === undefined ? undefined : checker.getTypeOfSymbol(property);
};

/** The signature of a call; undefined for one in a comment. */
const signatureOf = (
  { compiler, checker }: ProgramPart,
  call: Ts.CallExpression | Ts.NewExpression,
): Ts.SignatureDeclaration | undefined => {
  const declaration = checker.getResolvedSignature(call)?.declaration;
  return declaration === undefined || compiler.isJSDocSignature(declaration) ? undefined : declaration;
};

/** The relations between types and the contract. */
export const createTypeRelations = (
  compiler: Compiler,
  checker: Ts.TypeChecker,
  contract: ContractTypes,
  canKnow: (file: Ts.SourceFile) => boolean,
) => {
  const program = { compiler, checker };
  const { isOfContract, ...locations } = createTypeLocations({ ...program, contract });
  return {
    ...program,
    ...locations,
    /** Whether a type contains a type of the contract, at any depth. */
    involves: createInvolves({ ...program, isOfContract, canKnow }),
    /** The type of a list's items; undefined for anything else. */
    itemOf: (type: Ts.Type) => itemOf(checker, type),
    /** The arguments of an instance of a generic type. */
    argumentsOf: (type: Ts.Type) => argumentsOf(program, type),
    /** The property of a type's non-null values. */
    propertyOf: (type: Ts.Type, name: string) => propertyOf(checker, type, name),
    isOptional: ({ flags }: Ts.Symbol) => (flags & compiler.SymbolFlags.Optional) !== 0,
    /** The signature of a call; undefined for one in a comment. */
    signatureOf: (call: Ts.CallExpression | Ts.NewExpression) => signatureOf(program, call),
    /** The declared property of a type, if the type has it unchanged: `Pick` does, others may not. */
    declared: (type: Ts.Type, name: string) => declaredProperty(program, type, name),
    /** The property from which the value of an expression or a variable is read. */
    readBy: (node: Ts.Node) => propertyReadBy(program, node),
    /** The type at the end of a path into a type; undefined if it leads nowhere. */
    at: (type: Ts.Type, path: readonly ShapeStep[]) =>
      path.reduce<Ts.Type | undefined>(
        (inner, one) => (inner === undefined ? undefined : stepInto(checker, inner, one)),
        type,
      ),
    typeOf: (symbol: Ts.Symbol | undefined) =>
      symbol === undefined ? checker.getUnknownType() : checker.getTypeOfSymbol(symbol),
    isAnything: ({ flags }: Ts.Type) => (flags & (compiler.TypeFlags.Any | compiler.TypeFlags.Unknown)) !== 0,
  };
};

export type TypeRelations = ReturnType<typeof createTypeRelations>;
