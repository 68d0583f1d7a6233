import type * as Ts from "typescript";
import { childPointer } from "../../harness/formats/json-pointer.ts";
import type { ContractTypes } from "./contract-types.ts";
import type { Compiler } from "./load-compiler.ts";
import { type Location, locationIn, partsOf } from "./use.ts";

/** One step into a value: a property, an item, or what a promise is fulfilled with. */
export type Step = { readonly property: string } | "item" | "awaited";

/** What types have to do with the contract. */
export interface Shapes {
  readonly compiler: Compiler;
  readonly checker: Ts.TypeChecker;
  /** The locations that a property stands for, through aliases, mapped types, spreads and unions. */
  locationsOf(symbol: Ts.Symbol | undefined): readonly Location[];
  /** The models that a value of a type consists of: itself, its items or its alternatives. */
  modelsOf(type: Ts.Type): readonly Location[];
  /** Whether a type of the contract is in a type, at whatever depth. */
  involves(type: Ts.Type): boolean;
  itemOf(type: Ts.Type): Ts.Type | undefined;
  /** The type at the end of a path into a type; undefined where it leads nowhere. */
  at(type: Ts.Type, path: readonly Step[]): Ts.Type | undefined;
  signaturesOf(type: Ts.Type): readonly Ts.Signature[];
  isAnything(type: Ts.Type): boolean;
}

/** Own types are rarely nested deeper, and types of libraries go round in circles. */
const deepest = 5;

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
    known.set(symbol, []); // circles end here
    const found = find(symbol);
    known.set(symbol, found);
    return found;
  };
  return locationsOf;
};

export const createShapes = (
  compiler: Compiler,
  checker: Ts.TypeChecker,
  contract: ContractTypes,
): Shapes => {
  const { TypeFlags, ObjectFlags, SignatureKind } = compiler;
  const locationsOf = createLocations(checker, contract);

  const isAnything = ({ flags }: Ts.Type): boolean => (flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0;

  const argumentsOf = (type: Ts.Type): readonly Ts.Type[] =>
    type.flags & TypeFlags.Object && (type as Ts.ObjectType).objectFlags & ObjectFlags.Reference
      ? checker.getTypeArguments(type as Ts.TypeReference)
      : [];

  const itemOf = (type: Ts.Type): Ts.Type | undefined => {
    const held = checker.getNonNullableType(type);
    if (!checker.isArrayLikeType(held)) return undefined;
    return held.getNumberIndexType();
  };

  const isDeclared = (type: Ts.Type): readonly Location[] =>
    (type.symbol?.declarations ?? []).flatMap((declaration) => contract.locationOf(declaration) ?? []);

  const modelsOf = (type: Ts.Type): readonly Location[] => {
    if (type.isUnionOrIntersection()) return [...new Set(type.types.flatMap(modelsOf))];
    if (!(type.flags & TypeFlags.Object)) return [];
    const item = itemOf(type);
    if (item !== undefined) return modelsOf(item);
    const own = isDeclared(type);
    if (own.length > 0) return own;
    return [...new Set(type.getProperties().flatMap(locationsOf).map(parentOf))];
  };

  const signaturesOf = (type: Ts.Type): readonly Ts.Signature[] => [
    ...checker.getSignaturesOfType(type, SignatureKind.Call),
    ...checker.getSignaturesOfType(type, SignatureKind.Construct),
  ];

  const known = new Map<Ts.Type, boolean>();

  const partsOfObject = (type: Ts.Type): Iterable<Ts.Type> => {
    const declaration = type.symbol?.declarations?.[0];
    // A class or an interface of a library holds what it is given as type arguments.
    const isForeign = declaration?.getSourceFile().isDeclarationFile === true && argumentsOf(type).length > 0;
    return isForeign || type.isClass() ? [] : innerTypes(type);
  };

  const innerTypes = function* (type: Ts.Type): Generator<Ts.Type> {
    for (const property of checker.getPropertiesOfType(type)) yield checker.getTypeOfSymbol(property);
    for (const { type: inner } of checker.getIndexInfosOfType(type)) yield inner;
    for (const signature of signaturesOf(type)) {
      for (const parameter of signature.parameters) yield checker.getTypeOfSymbol(parameter);
      yield signature.getReturnType();
    }
  };

  const search = (type: Ts.Type, depth: number): boolean => {
    if (depth > deepest) return false;
    const cached = known.get(type);
    if (cached !== undefined) return cached;
    known.set(type, false); // circles end here
    const found = searchIn(type, depth);
    known.set(type, found);
    return found;
  };

  const searchIn = (type: Ts.Type, depth: number): boolean => {
    if (type.isUnionOrIntersection()) return type.types.some((part) => search(part, depth));
    if (!(type.flags & TypeFlags.Object)) return false;
    if (isDeclared(type).length > 0) return true;
    if (argumentsOf(type).some((argument) => search(argument, depth + 1))) return true;
    if (type.getProperties().some((property) => locationsOf(property).length > 0)) return true;
    for (const inner of partsOfObject(type)) if (search(inner, depth + 1)) return true;
    return false;
  };

  const step = (type: Ts.Type, one: Step): Ts.Type | undefined => {
    if (one === "item") return itemOf(type);
    if (one === "awaited") return checker.getAwaitedType(type);
    const property = checker.getPropertyOfType(checker.getNonNullableType(type), one.property);
    return property === undefined ? undefined : checker.getTypeOfSymbol(property);
  };

  return {
    compiler,
    checker,
    locationsOf,
    modelsOf,
    involves: (type) => search(type, 0),
    itemOf,
    at: (type, path) =>
      path.reduce<Ts.Type | undefined>(
        (inner, one) => (inner === undefined ? undefined : step(inner, one)),
        type,
      ),
    signaturesOf,
    isAnything,
  };
};

/** The location of an undocumented property that is read of an open model. */
export const undocumented = (model: Location, name: string): Location => {
  const { interface: owner, pointer } = partsOf(model);
  return locationIn(owner, childPointer(pointer, "properties", name));
};
