import type { PlatformDocuments, InterfaceDocument } from "../../documents/contract.ts";
import { allBodies, definitionsOf } from "../../documents/schemas/definitions.ts";
import { documentedLocation } from "../../documents/schemas/documented-location.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import { literal, source, variable } from "./text.ts";

const bodiesOf = (document: InterfaceDocument): { constants: string[]; entries: string[] } => {
  const { models, bodies, nameOfBody } = definitionsOf(document);
  const schemas = new Map<string, Schema>(models.map(({ name, schema }) => [name, schema]));
  const own = new Map([...models, ...bodies].map(({ name, schema }) => [name, schema]));
  const keys = allBodies(document)
    .map(({ key }) => ({ key, name: nameOfBody.get(key) ?? key }))
    .filter(({ key }) => /\.(?:\d{3}|\dXX|default)$/.test(key));
  const constants = [...new Set(keys.map(({ name }) => name))].map((name) => {
    const documented = literal(documentedLocation(own.get(name) ?? true, schemas));
    return `const ${variable(document.name, name)}: DocumentedLocation = ${documented};`;
  });
  const entries = keys.map(({ key, name }) => `  ${JSON.stringify(key)}: ${variable(document.name, name)},`);
  return { constants, entries };
};

const typeImport = `import type { DocumentedLocation } from "../../core/model/documented-location.ts";`;

/** `documented-bodies.ts`: for each response body, what the OpenAPI documents say about every location in it. */
export const generateDocumentedBodies = (contract: PlatformDocuments): ReadonlyMap<string, string> => {
  const parts = contract.interfaces.map(bodiesOf);
  const entries = parts.flatMap((part) => part.entries).join("\n");
  return new Map([
    [
      "documented-bodies.ts",
      source(
        typeImport,
        ...parts.flatMap(({ constants }) => constants),
        `/** From \`<operationId>.<status>\` to what is documented of its JSON body. */
export const documentedBodies: Readonly<Record<string, DocumentedLocation>> = {\n${entries}\n};`,
      ),
    ],
  ]);
};
