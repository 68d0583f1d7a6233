import type * as Ts from "typescript";
import type { ContractTypes } from "./contract-types.ts";
import type { ProgramPart } from "./references.ts";
import { type Location, locationIn, partsOf } from "./use.ts";

/** What types are located with. */
interface LocatingParts extends ProgramPart {
  readonly contract: ContractTypes;
}

const parentOf = (location: Location): Location => {
  const { interface: name, pointer } = partsOf(location);
  return locationIn(name, pointer.replace(/\/(?:properties\/[^/]*|additionalProperties)$/, ""));
};

/** The type of a list's items; undefined for anything else. */
export const itemOf = (checker: Ts.TypeChecker, type: Ts.Type): Ts.Type | undefined => {
  const held = checker.getNonNullableType(type);
  return checker.isArrayLikeType(held) ? held.getNumberIndexType() : undefined;
};

/** The locations of a property, through aliases, mapped types, spreads and unions. */
const createPropertyLocations = ({ checker, contract }: LocatingParts) => {
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

/** The models in files that were generated as a whole: one copy may stand for the values of several models. */
const generatedAt = ({ contract }: LocatingParts, type: Ts.Type): readonly string[] =>
  (type.symbol?.declarations ?? []).flatMap((declaration) => {
    const location = contract.has(declaration.getSourceFile()) ? contract.locationOf(declaration) : undefined;
    const pointer = location === undefined ? "" : partsOf(location).pointer;
    return /^\/components\/schemas\/[^/]+$/.test(pointer) ? [pointer] : [];
  });

/** The locations of types and their properties. */
export const createTypeLocations = (parts: LocatingParts) => {
  const { compiler, checker, contract } = parts;
  const locationsOf = createPropertyLocations(parts);

  const declaredAt = (type: Ts.Type): readonly Location[] =>
    (type.symbol?.declarations ?? []).flatMap((declaration) => contract.locationOf(declaration) ?? []);

  const modelsOf = (type: Ts.Type): readonly Location[] => {
    if (type.isUnionOrIntersection()) return [...new Set(type.types.flatMap(modelsOf))];
    if (!(type.flags & compiler.TypeFlags.Object)) return [];
    const item = itemOf(checker, type);
    if (item !== undefined) return modelsOf(item);
    const own = declaredAt(type);
    if (own.length > 0) return own;
    return [...new Set(type.getProperties().flatMap(locationsOf).map(parentOf))];
  };

  return {
    /** The locations of a property, through aliases, mapped types, spreads and unions. */
    locationsOf,
    /** The models of a value of a type: its own, its items' or its alternatives'. */
    modelsOf,
    /**
     * Pointers to the models that compose objects of a type, for each alternative; only undefined if one alternative is
     * not composed of several.
     */
    compositionsOf: (type: Ts.Type): readonly (readonly string[] | undefined)[] => {
      const held = checker.getNonNullableType(type);
      const all = (held.isUnion() ? held.types : [held]).map((one) =>
        one.isIntersection() ? [...new Set(one.types.flatMap((part) => generatedAt(parts, part)))] : [],
      );
      return all.every((models) => models.length > 1) ? all : [undefined];
    },
    /** Whether a type belongs to the contract, or has a property that does. */
    isOfContract: (type: Ts.Type): boolean =>
      declaredAt(type).length > 0 ||
      type.getProperties().some((property) => locationsOf(property).length > 0),
  };
};
