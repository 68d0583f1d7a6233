import type * as Ts from "typescript";
import { childPointer } from "../../core/formats/json-pointer.ts";
import { isObject } from "../../core/model/json-object.ts";
import type { Compiler } from "./load-compiler.ts";
import { symbolNamed } from "./references.ts";
import { type InterfaceDocuments, targetsOf } from "./interface-document.ts";
import { below, type Location, locationIn, partsOf } from "./use.ts";

/** A consumer's own type with properties: an interface, an alias of a literal, or a class. */
type Declaration = Ts.InterfaceDeclaration | Ts.TypeAliasDeclaration | Ts.ClassDeclaration;

interface Candidate {
  readonly node: Declaration;
  readonly name: string;
  /** Properties by name. */
  readonly properties: ReadonlyMap<string, Property>;
}

interface Model {
  readonly location: Location;
  readonly name: string;
  readonly properties: ReadonlySet<string>;
  readonly isOpen: boolean;
}

type Property = Ts.PropertySignature | Ts.PropertyDeclaration;

/** Without a matching name, fewer properties prove nothing. */
const fewest = 4;

/** Whether it has the name of a model, or most of its property names are documented: few other types do. */
const isLikely = (models: readonly Model[]): ((candidate: Candidate) => boolean) => {
  const fields = new Set(models.flatMap(({ properties }) => [...properties]));
  const names = new Set(models.map(({ name }) => name.toLowerCase()));
  return ({ name, properties }) => {
    const known = [...properties.keys()].filter((property) => fields.has(property)).length;
    return (known >= fewest && known >= properties.size * 0.8) || names.has(name.toLowerCase());
  };
};

const sharedBy = ({ properties }: Candidate, model: Model): number =>
  [...properties.keys()].filter((name) => model.properties.has(name)).length;

const isNamesake = (candidate: Candidate, model: Model): boolean =>
  candidate.name.toLowerCase() === model.name.toLowerCase();

const isCopy = (candidate: Candidate, model: Model): boolean => {
  const shared = sharedBy(candidate, model);
  const [own, stated] = [shared / candidate.properties.size, shared / model.properties.size];
  if (shared >= fewest && own >= 0.8 && stated >= 0.6) return true;
  if (!isNamesake(candidate, model)) return false;
  if (stated === 1 && own === 1) return true;
  return shared >= 2 && stated >= 0.5 && (model.isOpen || own >= 0.6);
};

const likeness = (candidate: Candidate, model: Model): number => {
  const shared = sharedBy(candidate, model);
  const all = candidate.properties.size + model.properties.size - shared;
  return shared / all + (isNamesake(candidate, model) ? 1 : 0);
};

/** The most similar model; undefined if two are equally similar. */
const modelOf = (candidate: Candidate, models: readonly Model[]): Model | undefined => {
  const [first, second] = models
    .filter((model) => isCopy(candidate, model))
    .map((model) => ({ model, score: likeness(candidate, model) }))
    .toSorted((left, right) => right.score - left.score);
  return first === undefined || first.score === second?.score ? undefined : first.model;
};

/** The models of documents that have properties. */
const modelsOf = (documents: InterfaceDocuments): readonly Model[] =>
  [...documents].flatMap(([of, document]) =>
    [...document.models.values()]
      .filter(({ isNamed }) => isNamed)
      .map(({ name }): Model => {
        const pointer = childPointer("/components/schemas", name);
        const targets = targetsOf(document);
        const schemas = targets.declared(pointer).flatMap((one) => one.schemas.map(({ schema }) => schema));
        const properties = schemas.flatMap((schema) =>
          isObject(schema) && isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [],
        );
        return {
          location: locationIn(of, pointer),
          name,
          properties: new Set(properties),
          isOpen: targets.isOpen(pointer),
        };
      })
      .filter(({ properties }) => properties.size > 0),
  );

const createDeclared = (documents: InterfaceDocuments) => {
  const declaredAt = (location: Location) => {
    const { interface: of, pointer } = partsOf(location);
    const document = documents.get(of);
    return { of, found: document === undefined ? [] : targetsOf(document).declared(pointer) };
  };
  return {
    /** Resolves references between models. */
    declared: (location: Location): Location => {
      const { of, found } = declaredAt(location);
      return found[0] === undefined ? location : locationIn(of, found[0].location);
    },
    /** The model of the values at a location, if they are objects of one. */
    valueAt: (location: Location): Location | undefined => {
      const { of, found } = declaredAt(location);
      const last = found.flatMap(({ schemas }) => schemas).at(-1);
      return last === undefined || !isObject(last.schema) || !isObject(last.schema["properties"])
        ? undefined
        : locationIn(of, last.location);
    },
  };
};

/** A type named inside another, and the location of its values. */
interface Named {
  readonly name: Ts.EntityName;
  readonly location: Location;
}

/**
 * Finds copies of single models among a consumer's types by their properties, however they were made. A type that a
 * copy refers to is a copy of the model that its model refers to.
 */
export const findFlatCopies = (
  compiler: Compiler,
  checker: Ts.TypeChecker,
  sources: readonly Ts.SourceFile[],
  documents: InterfaceDocuments,
) => {
  const membersOf = (node: Declaration): readonly (Ts.TypeElement | Ts.ClassElement)[] => {
    if (!compiler.isTypeAliasDeclaration(node)) return node.members;
    return compiler.isTypeLiteralNode(node.type) ? node.type.members : [];
  };

  const propertiesOf = (members: Iterable<Ts.TypeElement | Ts.ClassElement>): ReadonlyMap<string, Property> =>
    new Map(
      [...members].flatMap((member) =>
        (compiler.isPropertySignature(member) || compiler.isPropertyDeclaration(member)) &&
        (compiler.isIdentifier(member.name) || compiler.isStringLiteral(member.name))
          ? [[member.name.text, member] as const]
          : [],
      ),
    );

  const isDeclaration = (node: Ts.Node): node is Declaration =>
    compiler.isInterfaceDeclaration(node) ||
    compiler.isTypeAliasDeclaration(node) ||
    compiler.isClassDeclaration(node);

  const candidateAt = (node: Ts.Statement): Candidate | undefined => {
    if (!isDeclaration(node)) return undefined;
    const properties = propertiesOf(membersOf(node));
    if (node.name === undefined || properties.size === 0) return undefined;
    return { node, name: node.name.text, properties };
  };

  /** The types that a type at a location names: `{ donors: Donor[] | null }`. */
  const namedIn = (node: Ts.TypeNode | undefined, location: Location): readonly Named[] => {
    if (node === undefined) return [];
    if (compiler.isArrayTypeNode(node)) return namedIn(node.elementType, below(location, "items"));
    if (compiler.isUnionTypeNode(node)) return node.types.flatMap((one) => namedIn(one, location));
    if (compiler.isTypeLiteralNode(node)) return namedByMembers(node.members, location);
    if (!compiler.isTypeReferenceNode(node)) return [];
    const [item] = node.typeArguments ?? [];
    if (item === undefined) return [{ name: node.typeName, location }];
    return /^(?:Readonly)?Array$/.test(node.typeName.getText())
      ? namedIn(item, below(location, "items"))
      : [];
  };

  const namedByMembers = (
    members: Iterable<Ts.TypeElement | Ts.ClassElement>,
    location: Location,
  ): readonly Named[] =>
    [...propertiesOf(members)].flatMap(([name, { type }]) =>
      namedIn(type, below(location, "properties", name)),
    );

  const candidates = new Map<Declaration, Candidate>(
    sources.flatMap((file) =>
      file.statements.flatMap((statement) => {
        const candidate = candidateAt(statement);
        return candidate === undefined ? [] : [[candidate.node, candidate] as const];
      }),
    ),
  );
  const models = candidates.size === 0 ? [] : modelsOf(documents);
  const { declared, valueAt } = createDeclared(documents);
  const found = new Map<Declaration, Location>();
  for (const candidate of [...candidates.values()].filter(isLikely(models))) {
    const model = modelOf(candidate, models);
    if (model !== undefined) found.set(candidate.node, model.location);
  }
  // Iteration of a map includes entries added meanwhile.
  for (const [node, location] of found)
    for (const named of namedByMembers(membersOf(node), location)) {
      const value = valueAt(named.location);
      if (value === undefined) continue;
      for (const declaration of symbolNamed({ compiler, checker }, named.name)?.declarations ?? [])
        if (isDeclaration(declaration) && candidates.has(declaration) && !found.has(declaration))
          found.set(declaration, value);
    }
  return {
    files: [...new Set([...found.keys()].map((node) => node.getSourceFile()))],
    /** The model of which a declaration is a copy. */
    at: (declaration: Ts.Node) => (isDeclaration(declaration) ? found.get(declaration) : undefined),
    /** Resolves references between models. */
    declared,
  };
};
