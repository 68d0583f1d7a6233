/**
 * Stages the package `tripact-contract` (types, schemas, validators, documents) in dist-contract/, with the version
 * that the changes since its last release require.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import ts from "typescript";
import { interfaceNames } from "../src/builtin/interface-name.ts";
import { contractChange, contractVersion } from "./package/contract-changes.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const modelsOf = (name: string): readonly string[] =>
  readdirSync(join(root, "src/builtin/generated/schemas", name)).map((file) => basename(file, ".json"));

const entryModule = (name: string): string => `
import { formats } from ${JSON.stringify(join(root, "src/core/formats/formats.ts"))};
import { withFormats } from ${JSON.stringify(join(root, "src/builtin/generated/validators", `${name}.js`))};
const compiled = withFormats(formats).validators;
export const validators = Object.fromEntries(
  ${JSON.stringify(modelsOf(name))}.map((model) => [model, compiled[model]]),
);
`;

const entryTypes = (name: string): string => {
  const models = modelsOf(name);
  return `import type { components } from "./types/${name}.js";
import type { Validate } from "./validate.js";

export type { components, operations, paths, webhooks } from "./types/${name}.js";
export type { Validate, ValidationError } from "./validate.js";

${models.map((model) => `export type ${model} = components["schemas"]["${model}"];`).join("\n")}

/** A type guard for each model. */
export declare const validators: {
${models.map((model) => `  readonly ${model}: Validate<${model}>;`).join("\n")}
};
`;
};

const validateTypes = `/** What a validator has against a value; it never holds the value itself. */
export interface ValidationError {
  /** JSON pointer into the value. */
  readonly instancePath: string;
  readonly schemaPath: string;
  /** The rule that is broken, for example \`required\`. */
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Whether a value fits a model; \`errors\` tells of the last value that did not. */
export interface Validate<Value> {
  (value: unknown): value is Value;
  errors?: readonly ValidationError[] | null;
}
`;

const declarationsOf = (name: string): string => {
  const path = join(root, "src/builtin/generated/types", `${name}.ts`);
  return ts.transpileDeclaration(readFileSync(path, "utf8"), { fileName: path }).outputText;
};

const bundleValidators = async (folder: string): Promise<void> => {
  const entries = mkdtempSync(join(tmpdir(), "tripact-contract-"));
  for (const name of interfaceNames) writeFileSync(join(entries, `${name}.js`), entryModule(name));
  await build({
    cwd: root,
    input: Object.fromEntries(interfaceNames.map((name) => [name, join(entries, `${name}.js`)])),
    platform: "neutral",
    resolve: { modules: [join(root, "node_modules")], mainFields: ["module", "main"] },
    output: { dir: folder, format: "esm", entryFileNames: "[name].js", chunkFileNames: "shared-[hash].js" },
    logLevel: "warn",
  });
  rmSync(entries, { recursive: true });
};

/** Publisher and repository of the package, from tripact's manifest. */
const publisher = (): Record<string, unknown> => {
  const { homepage, bugs, author, funding, repository }: Record<string, object> = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  return { homepage, bugs, author, funding, repository: { ...repository, directory: "api/contract" } };
};

const manifest = (version: string): unknown => ({
  name: "tripact-contract",
  version,
  description:
    "Types, JSON Schemas, validators and OpenAPI documents of the CRM, donation and volunteer interfaces.",
  keywords: ["openapi", "json-schema", "types", "validators", "crm", "donation", "volunteer", "nonprofit"],
  license: "MIT",
  ...publisher(),
  type: "module",
  sideEffects: false,
  exports: {
    ...Object.fromEntries(
      interfaceNames.map((name) => [`./${name}`, { types: `./${name}.d.ts`, default: `./${name}.js` }]),
    ),
    "./schemas/*": "./schemas/*",
    "./openapi/*": "./openapi/*",
    "./package.json": "./package.json",
  },
});

/** Writes the whole package into an empty folder and returns its version. */
export const stage = async (folder: string): Promise<string> => {
  const version = contractVersion();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "types"), { recursive: true });
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  for (const name of interfaceNames) {
    write(`types/${name}.d.ts`, declarationsOf(name));
    write(`${name}.d.ts`, entryTypes(name));
    cpSync(join(root, "specs", `${name}.yaml`), join(folder, "openapi", `${name}.yaml`));
  }
  write("validate.d.ts", validateTypes);
  cpSync(join(root, "src/builtin/generated/schemas"), join(folder, "schemas"), { recursive: true });
  cpSync(join(root, "api/contract/README.md"), join(folder, "README.md"));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  write("package.json", `${JSON.stringify(manifest(version), null, 2)}\n`);
  await bundleValidators(folder);
  return version;
};

if (import.meta.main) {
  const version = await stage(join(root, "dist-contract"));
  const bump = contractChange();
  process.stdout.write(
    `tripact-contract ${version} (${bump === "none" ? "unchanged" : `${bump} change`}) in dist-contract\n`,
  );
}
