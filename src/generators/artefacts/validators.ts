import { Ajv2020, _ } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { childPointer } from "../../core/formats/json-pointer.ts";
import { formats } from "../../core/formats/formats.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import type { PlatformDocuments, InterfaceDocument } from "../../documents/contract.ts";
import { compilable, type Compilable } from "../../documents/schemas/compilable.ts";
import { type Definitions, definitionsOf } from "../../documents/schemas/definitions.ts";
import { definitionPath, schemaId } from "../../documents/schemas/identity.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import { ownKeywords } from "../../documents/schemas/ajv-keywords.ts";
import { header, literal } from "./text.ts";

const declarations = `${header}
import type { formats } from "../../../core/formats/formats.js";
import type { Compiled } from "../../../core/model/compiled.js";

/** The validators of this interface, given the formats that their documents name. */
export const withFormats: (known: typeof formats) => Compiled;
`;

/** `validators/<interface>.js` and `.d.ts`: compiled at build time, so that no run compiles schemas. */
export const generateValidators = (contract: PlatformDocuments): ReadonlyMap<string, string> =>
  new Map(
    [...contract.interfaces, ...contract.beyond].flatMap((document): (readonly [string, string])[] => [
      [`validators/${document.name}.js`, moduleOf(document)],
      [`validators/${document.name}.d.ts`, declarations],
    ]),
  );

const newAjv = (tracksEvaluated: boolean): Ajv2020 => {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    messages: false,
    inlineRefs: false,
    validateSchema: true,
    formats,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  // Tracking evaluated properties slows every validator down; only a few keywords need it.
  Object.assign(ajv.opts, { unevaluated: tracksEvaluated, dynamicRef: false });
  for (const definition of ownKeywords) ajv.removeKeyword(String(definition.keyword)).addKeyword(definition);
  return ajv;
};

/** The definitions of a document in Ajv's form, and an Ajv with all of them compiled under their ids. */
export const compiledByAjv = (
  document: InterfaceDocument,
  { models, bodies }: Definitions,
): { readonly ajv: Ajv2020; readonly prepared: Compilable } => {
  const prepared = compilable(document.name, [...models, ...bodies]);
  const ajv = newAjv(/"unevaluated\w+":/.test(JSON.stringify([...prepared.schemas])));
  addSchemas(ajv, document, prepared.schemas);
  return { ajv, prepared };
};

const moduleOf = (document: InterfaceDocument): string => {
  const definitions = definitionsOf(document);
  const { ajv, prepared } = compiledByAjv(document, definitions);
  const exportNames = new Map([...prepared.schemas.keys()].map((name, index) => [name, `validator${index}`]));
  const ids = Object.fromEntries(
    [...exportNames].map(([name, variable]) => [variable, schemaId(document.name, name)]),
  );
  return assemble(standalone.default(ajv, ids), exportNames, definitions, prepared);
};

/** Adds and compiles every definition under its own id, so that shared ones are compiled once. */
const addSchemas = (ajv: Ajv2020, document: InterfaceDocument, schemas: ReadonlyMap<string, Schema>) => {
  for (const [name, schema] of schemas) {
    const id = schemaId(document.name, name);
    attempt(document, name, () =>
      ajv.addSchema(typeof schema === "boolean" ? { not: schema ? { not: {} } : {} } : schema, id),
    );
    const entry = ajv.schemas[id];
    // Prefix of the definition's schema paths. Declared read-only, but read when compiling.
    if (entry !== undefined) Object.assign(entry, { schemaPath: definitionPath(name) });
  }
  for (const name of schemas.keys())
    attempt(document, name, () => ajv.getSchema(schemaId(document.name, name)));
};

const attempt = (document: InterfaceDocument, name: string, action: () => unknown): void => {
  try {
    action();
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new UsageError(`the schema of ${name} cannot be used: ${cause.message}`, {
      location: document.source.location(pointerOf(document, name)),
    });
  }
};

/** The pointer of a definition in its document: a model, a shared response, or an operation. */
const pointerOf = ({ operations }: InterfaceDocument, name: string): string => {
  const [definition = ""] = name.split("/");
  const [owner = "", part] = definition.split(".");
  if (part === undefined) return childPointer("/components/schemas", owner);
  const operation = operations.find((documented) => documented.operation.id === owner)?.operation;
  if (operation === undefined) return childPointer("/components/responses", part);
  return childPointer("/paths", operation.path, operation.method.toLowerCase());
};

const runtimeImport = /const (\w+) = require\("([^"]+)"\)(?:\.(\w+))?;\n?/g;

/**
 * Turns Ajv's output into a module without `require`. The formats are parameters: as imports, generated JavaScript
 * would need a TypeScript source here and its compiled form in the package.
 */
const assemble = (
  code: string,
  exportNames: ReadonlyMap<string, string>,
  { nameOfBody }: Definitions,
  { unions, bans, formats: textFormats }: Compilable,
): string => {
  const imports = new Set<string>();
  const body = code
    .replace(/^"use strict";\n?/, "")
    .replace(/^export const /gm, "const ")
    .replace(runtimeImport, (_match, variable: string, path: string, member: string | undefined) => {
      imports.add(`import ${variable}Module from "${path}.js";`);
      return `const ${variable} = ${variable}Module${member === undefined ? "" : `.${member}`};\n`;
    });
  if (body.includes("require(")) throw new Error("a require is left in the generated validators");
  const entries = [
    ...exportNames,
    ...[...nameOfBody].map(([key, name]) => [key, exportNames.get(name)] as const),
  ];
  const record = new Map(entries.map(([key, variable]) => [key, `  ${JSON.stringify(key)}: ${variable},`]));
  return `${[header, ...imports].join("\n")}

export const withFormats = (formats) => {
${body.trim()}

return {
validators: {
${[...record.values()].join("\n")}
},
unions: ${literal(Object.fromEntries(unions.map(({ path, branches }) => [path, branches])))},
bans: ${literal(Object.fromEntries(bans.map(({ path, names }) => [path, names])))},
textFormats: ${literal(Object.fromEntries(textFormats))},
};
};
`;
};
