import type { PlatformDocuments, InterfaceDocument } from "../../documents/contract.ts";
import { compilable, type Compilable, type SchemaReference } from "../../documents/schemas/compilable.ts";
import { allBodies, definitionsOf } from "../../documents/schemas/definitions.ts";
import { definitionPath } from "../../documents/schemas/identity.ts";
import { literal, source } from "./text.ts";

type FactsByPath = ReadonlyMap<string, readonly string[]>;

/** The facts at a schema path or at its nearest ancestor that has some. */
const nearest = (facts: FactsByPath, path: string): readonly string[] => {
  for (
    let prefix = path;
    prefix.length > definitionPath("").length;
    prefix = prefix.slice(0, prefix.lastIndexOf("/"))
  ) {
    const found = facts.get(prefix);
    if (found !== undefined) return found;
  }
  return [];
};

const sameFacts = (lists: readonly (readonly string[])[]): readonly string[] => {
  const distinct = new Map(lists.map((list) => [list.join(), list]));
  const [only] = distinct.values();
  return distinct.size === 1 && only !== undefined ? only : [];
};

/**
 * A definition without facts of its own takes those of the locations that refer to it, if these agree: the records of a
 * gift page have the facts of the page.
 */
const withInherited = ({ schemas, facts, references }: Compilable): FactsByPath => {
  const all = new Map(facts);
  const bare = [...schemas.keys()].filter((name) => !all.has(definitionPath(name)));
  const inherit = (name: string, sites: readonly SchemaReference[]): boolean => {
    const inherited = sameFacts(sites.map(({ path }) => nearest(all, path)));
    if (inherited.length === 0 || all.has(definitionPath(name))) return false;
    all.set(definitionPath(name), inherited);
    return true;
  };
  const pass = (): boolean =>
    bare
      .map((name) =>
        inherit(
          name,
          references.filter((reference) => reference.name === name),
        ),
      )
      .includes(true);
  while (pass());
  return all;
};

const factsOfDocument = (document: InterfaceDocument): Readonly<Record<string, readonly string[]>> => {
  const definitions = definitionsOf(document);
  const facts = new Map(
    withInherited(compilable(document.name, [...definitions.models, ...definitions.bodies])),
  );
  for (const body of allBodies(document)) {
    const path = definitionPath(body.key);
    const ofModel = facts.get(definitionPath(definitions.nameOfBody.get(body.key) ?? body.key)) ?? [];
    const blamed = body.facts.length > 0 ? body.facts : ofModel;
    if (blamed.length > 0 && !facts.has(path)) facts.set(path, blamed);
  }
  return Object.fromEntries([...facts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

/** `schema-facts.ts`: the facts that a violation breaks, by the schema path of the annotation. */
export const generateSchemaFacts = (contract: PlatformDocuments): ReadonlyMap<string, string> => {
  const table = Object.fromEntries(
    contract.interfaces.map((document) => [document.name, factsOfDocument(document)]),
  );
  const text = source(
    `import type { BuiltinInterface } from "../interface-name.ts";`,
    `/** From a schema path to the facts annotated there; the longest path that leads to a broken rule takes the blame. */
export const schemaFacts: Readonly<Record<BuiltinInterface, Readonly<Record<string, readonly string[]>>>> = ${literal(table)};`,
  );
  return new Map([["schema-facts.ts", text]]);
};
