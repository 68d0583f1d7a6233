import type * as OpenapiTypescript from "openapi-typescript";
import { UsageError } from "../../core/model/usage-error.ts";
import type { PlatformDocuments, InterfaceDocument } from "../../documents/contract.ts";
import { readSourceDocument } from "../../documents/source-document.ts";
import type { SourceFiles } from "../../documents/source-files.ts";
import { openErrorBodies } from "./open-error-bodies.ts";
import { source } from "./text.ts";

/** openapi-typescript is loaded on demand because it loads the TypeScript compiler. */
const loadOpenapiTypescript = async (): Promise<typeof OpenapiTypescript> => {
  try {
    return await import("openapi-typescript");
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
    throw new UsageError("types cannot be generated without openapi-typescript", {
      hint: "npm install --save-dev openapi-typescript typescript",
    });
  }
};

/**
 * The paths without the methods that they lack: with `put?: never`, joining two types of one path by `&` would remove
 * its methods.
 */
const mergeable = (types: string): string =>
  types.replace(/^export interface paths \{$[\s\S]*?^\}$/m, (paths) =>
    paths.replaceAll(/^ {8}(?:get|put|post|delete|options|head|patch|trace)\?: never;\n/gm, ""),
  );

/** The text of a complete OpenAPI document's types. The document is modified. */
export const printTypes = async (document: object, immutable = false): Promise<string> => {
  const { default: openapiTS, astToString } = await loadOpenapiTypescript();
  // Already validated.
  const nodes = await openapiTS(document as OpenapiTypescript.OpenAPI3, {
    silent: true,
    emptyObjectsUnknown: true,
    immutable,
    // Written values may omit properties with a default.
    defaultNonNullable: !immutable,
  });
  return mergeable(astToString(nodes)).trimEnd();
};

/** The types of a complete OpenAPI document, of which the bodies of errors are open. */
export const typesIn = async (root: object, immutable = false): Promise<string> => {
  const document = structuredClone(root);
  for (const body of openErrorBodies(document)) Object.assign(body, { schema: { type: "object" } });
  return source(await printTypes(document, immutable));
};

const typesOf = ({ source: document }: InterfaceDocument): Promise<string> => typesIn(Object(document.root));

/** `config/config-types.ts`: the content of a configuration, for programs that write one as an object. */
export const generateConfigTypes = async (files: SourceFiles): Promise<ReadonlyMap<string, string>> => {
  const text = JSON.stringify(
    readSourceDocument("specs/config.schema.yaml", files.read("specs/config.schema.yaml")).root,
    // As an index, other interfaces would have to be of the same type as the named ones.
    (key, value: unknown) => (key === "patternProperties" ? undefined : value),
  );
  const {
    $defs,
    $id: _id,
    $schema: _schema,
    ...config
  } = JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/")) as { readonly [key: string]: object };
  const types = await typesIn(
    {
      openapi: "3.1.0",
      info: { title: "config", version: "1" },
      paths: {},
      components: { schemas: { ...$defs, configFile: config } },
    },
    true,
  );
  const named = `/** What tripact.config.yaml may hold. */\nexport type ConfigFile = components["schemas"]["configFile"];

/** The same with interfaces of one's own, each with its OpenAPI document. */
export type DocumentsFile = Omit<ConfigFile, "interfaces"> & {
  readonly interfaces: {
    readonly [name: string]: components["schemas"]["document" | "crm" | "donation" | "volunteer"];
  };
};\n`;
  return new Map([["config/config-types.ts", `${types}\n${named}`]]);
};

/** `types/<interface>.ts`: the models, parameters and bodies of a document as TypeScript types. */
export const contractTypes = async (contract: PlatformDocuments): Promise<ReadonlyMap<string, string>> => {
  const files = new Map<string, string>();
  for (const document of contract.interfaces) files.set(`types/${document.name}.ts`, await typesOf(document));
  return files;
};
