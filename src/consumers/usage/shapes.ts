import type { ProgramPart } from "./references.ts";
import type * as Ts from "typescript";
import type { ContractTypes } from "./contract-types.ts";
import type { Compiler } from "./load-compiler.ts";
import { type Location, locationIn, partsOf } from "./use.ts";

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
const argumentsOf = ({ compiler, checker }: ProgramPart, type: Ts.Type): readonly Ts.Type[] =>
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
const createInvolves = (parts: InvolvesParts): ((type: Ts.Type) => boolean) => {
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

/** One step into a value: a property, an item, or the awaited value of a promise. */
export type ShapeStep = { readonly property: string } | "item" | "awaited";

const parentOf = (location: Location): Location => {
  const { interface: name, pointer } = partsOf(location);
  return locationIn(name, pointer.replace(/\/(?:properties\/[^/]*|additionalProperties)$/, ""));
};

const createLocations = (checker: Ts.TypeChecker, contract: ContractTypes) => {
  const known = new Map<Ts.Symbol, readonly Location[]>();
  const find = (symbol: Ts.Symbol): readonly Location[] => {
    const roots = checker.getRootSymbols(symbol);
    const others = roots.filter((root) => root !== symbol);
    const own = others.length === roots.length ? [] : (symbol.declarations ?? []);
    const found = [
      ...own.flatMap((declaration) => contract.locationOf(declaration) ?? []),
      ...others.flatMap(locationsOf),
    ];
    return [...new Set(found)];
  };
  const locationsOf = (symbol: Ts.Symbol | undefined): readonly Location[] => {
    if (symbol === undefined) return [];
    const cached = known.get(symbol);
    if (cached !== undefined) return cached;
    known.set(symbol, []); // Cycles end here.
    const found = find(symbol);
    known.set(symbol, found);
    return found;
  };
  return locationsOf;
};

/** The relations between types and the contract. */
export const createTypeRelations = (
  compiler: Compiler,
  checker: Ts.TypeChecker,
  contract: ContractTypes,
  canKnow: (file: Ts.SourceFile) => boolean,
) => {
  const { TypeFlags } = compiler;
  const locationsOf = createLocations(checker, contract);

  const itemOf = (type: Ts.Type): Ts.Type | undefined => {
    const held = checker.getNonNullableType(type);
    return checker.isArrayLikeType(held) ? held.getNumberIndexType() : undefined;
  };

  const declaredAt = (type: Ts.Type): readonly Location[] =>
    (type.symbol?.declarations ?? []).flatMap((declaration) => contract.locationOf(declaration) ?? []);

  const modelsOf = (type: Ts.Type): readonly Location[] => {
    if (type.isUnionOrIntersection()) return [...new Set(type.types.flatMap(modelsOf))];
    if (!(type.flags & TypeFlags.Object)) return [];
    const item = itemOf(type);
    if (item !== undefined) return modelsOf(item);
    const own = declaredAt(type);
    if (own.length > 0) return own;
    return [...new Set(type.getProperties().flatMap(locationsOf).map(parentOf))];
  };

  /** One copy may stand for the values of several models. */
  const generatedAt = (type: Ts.Type): readonly string[] =>
    (type.symbol?.declarations ?? []).flatMap((declaration) => {
      const location = contract.has(declaration.getSourceFile())
        ? contract.locationOf(declaration)
        : undefined;
      const pointer = location === undefined ? "" : partsOf(location).pointer;
      return /^\/components\/schemas\/[^/]+$/.test(pointer) ? [pointer] : [];
    });

  const compositionsOf = (type: Ts.Type): readonly (readonly string[] | undefined)[] => {
    const held = checker.getNonNullableType(type);
    const all = (held.isUnion() ? held.types : [held]).map((one) =>
      one.isIntersection() ? [...new Set(one.types.flatMap(generatedAt))] : [],
    );
    return all.every((models) => models.length > 1) ? all : [undefined];
  };

  const propertyOf = (type: Ts.Type, name: string): Ts.Symbol | undefined =>
    checker.getPropertyOfType(checker.getNonNullableType(type), name);

  const step = (type: Ts.Type, one: ShapeStep): Ts.Type | undefined => {
    if (one === "item") return itemOf(type);
    if (one === "awaited") return checker.getAwaitedType(type);
    const property = propertyOf(type, one.property);
    return property === undefined ? undefined : checker.getTypeOfSymbol(property);
  };

  /** `{ [P in K]: T[P] }`, and the answer types of openapi-typescript's own clients. */
  const keepsTypes = (type: Ts.Type): boolean =>
    (type.symbol?.declarations ?? []).some(
      (node) =>
        compiler.isMappedTypeNode(node) &&
        (node.nameType === undefined || /\$(?:Read|Write)\b/.test(node.nameType.getText())) &&
        node.questionToken?.kind !== compiler.SyntaxKind.MinusToken &&
        /^(?:(?:Read|Writ)able<)?\w+\[(\w+)\]>?$/.exec(node.type?.getText() ?? "")?.[1] ===
          node.typeParameter.name.text,
    );

  const declared = (type: Ts.Type, name: string): Ts.Symbol | undefined => {
    const owner = checker.getNonNullableType(type);
    const property = checker.getPropertyOfType(owner, name);
    return property !== undefined && keepsTypes(owner) ? checker.getRootSymbols(property)[0] : property;
  };

  const readBy = (node: Ts.Node): Ts.Symbol | undefined => {
    if (compiler.isPropertyAccessExpression(node))
      return declared(checker.getTypeAtLocation(node.expression), node.name.text);
    if (compiler.isBindingElement(node)) {
      const name = node.propertyName ?? node.name;
      return node.initializer === undefined && compiler.isIdentifier(name)
        ? declared(checker.getTypeAtLocation(node.parent), name.text)
        : undefined;
    }
    const symbol = compiler.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    const declaration = symbol?.valueDeclaration;
    return declaration !== undefined && compiler.isBindingElement(declaration)
      ? readBy(declaration)
      : undefined;
  };

  const isOfContract = (type: Ts.Type): boolean =>
    declaredAt(type).length > 0 || type.getProperties().some((property) => locationsOf(property).length > 0);

  return {
    compiler,
    checker,
    /** The locations of a property, through aliases, mapped types, spreads and unions. */
    locationsOf,
    /** The models of a value of a type: its own, its items' or its alternatives'. */
    modelsOf,
    /**
     * Pointers to the models that compose objects of a type, for each alternative; only undefined if one alternative is
     * not composed of several.
     */
    compositionsOf,
    /** Whether a type contains a type of the contract, at any depth. */
    involves: createInvolves({ compiler, checker, isOfContract, canKnow }),
    itemOf,
    /** The arguments of an instance of a generic type. */
    argumentsOf: (type: Ts.Type) => argumentsOf({ compiler, checker }, type),
    /** The property of a type's non-null values. */
    propertyOf,
    isOptional: ({ flags }: Ts.Symbol) => (flags & compiler.SymbolFlags.Optional) !== 0,
    /** The signature of a call; undefined for one in a comment. */
    signatureOf: (call: Ts.CallExpression | Ts.NewExpression): Ts.SignatureDeclaration | undefined => {
      const declaration = checker.getResolvedSignature(call)?.declaration;
      return declaration === undefined || compiler.isJSDocSignature(declaration) ? undefined : declaration;
    },
    /** The declared property of a type, if the type has it unchanged: `Pick` does, others may not. */
    declared,
    /** The property from which the value of an expression or a variable is read. */
    readBy,
    /** The type at the end of a path into a type; undefined if it leads nowhere. */
    at: (type: Ts.Type, path: readonly ShapeStep[]) =>
      path.reduce<Ts.Type | undefined>(
        (inner, one) => (inner === undefined ? undefined : step(inner, one)),
        type,
      ),
    typeOf: (symbol: Ts.Symbol | undefined) =>
      symbol === undefined ? checker.getUnknownType() : checker.getTypeOfSymbol(symbol),
    isAnything: ({ flags }: Ts.Type) => (flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0,
  };
};

export type TypeRelations = ReturnType<typeof createTypeRelations>;
