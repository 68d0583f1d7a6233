import type { Contract, InterfaceDocument } from "../documents/contract.ts";
import { allBodies, definitionsOf } from "../schemas/definitions.ts";
import { documentedPlace } from "../schemas/documented-place.ts";
import type { Schema } from "../schemas/schema.ts";
import { literal, source } from "./text.ts";

const variable = (interfaceName: string, name: string): string =>
  `${interfaceName}_${name.replace(/\W/g, "_")}`;

const placesOf = (document: InterfaceDocument): { constants: string[]; entries: string[] } => {
  const { models, bodies, nameOfBody } = definitionsOf(document);
  const schemas = new Map<string, Schema>(models.map(({ name, schema }) => [name, schema]));
  const own = new Map([...models, ...bodies].map(({ name, schema }) => [name, schema]));
  const keys = allBodies(document)
    .map(({ key }) => ({ key, name: nameOfBody.get(key) ?? key }))
    .filter(({ key }) => /\.(?:\d{3}|\dXX|default)$/.test(key));
  const constants = [...new Set(keys.map(({ name }) => name))].map((name) => {
    const place = literal(documentedPlace(own.get(name) ?? true, schemas));
    return `const ${variable(document.name, name)}: DocumentedPlace = ${place};`;
  });
  const entries = keys.map(({ key, name }) => `  ${JSON.stringify(key)}: ${variable(document.name, name)},`);
  return { constants, entries };
};

const typeImport = `import type { DocumentedPlace } from "../../harness/model/documented-place.ts";`;

/** `documented-bodies.ts`: for each response body, what the OpenAPI documents say of every place in it. */
export const generateDocumentedBodies = (contract: Contract): ReadonlyMap<string, string> => {
  const parts = contract.interfaces.map(placesOf);
  const entries = parts.flatMap((part) => part.entries).join("\n");
  return new Map([
    [
      "documented-bodies.ts",
      source(
        typeImport,
        ...parts.flatMap(({ constants }) => constants),
        `/** From \`<operationId>.<status>\` to what is documented of its JSON body. */
export const documentedBodies: Readonly<Record<string, DocumentedPlace>> = {\n${entries}\n};`,
      ),
    ],
  ]);
};
