import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { interfaceNames } from "../../src/builtin/interface-name.ts";
import { root } from "../package/entries.ts";

/** The texts of a release's assets, by stable file names. */
export type Assets = ReadonlyMap<string, string>;

const printed = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** One model's schema, including the models that it refers to. */
type ModelSchema = Readonly<Record<string, unknown>>;

/** A model's schema as one definition among others, with its self-references adjusted. */
const asDefinition = (model: string, text: string): unknown => {
  const whole = text.replaceAll('"$ref": "#"', `"$ref": "#/$defs/${model}"`);
  const {
    $schema: _schema,
    $id: _id,
    $comment: _comment,
    $defs: _defs,
    ...rest
  }: ModelSchema = JSON.parse(whole);
  return rest;
};

/** The models of an interface as one JSON Schema: each is a definition, and refers to the others. */
const schemaBundle = (name: string): unknown => {
  const folder = join(root, "src/builtin/generated/schemas", name);
  const models = globSync("*.json", { cwd: folder }).toSorted();
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:tripact:schemas:${name}`,
    title: `Models of the ${name} interface`,
    $defs: Object.fromEntries(
      models
        .map((file) => basename(file, ".json"))
        .map((model) => [model, asDefinition(model, readFileSync(join(folder, `${model}.json`), "utf8"))]),
    ),
  };
};

const assetsOf = (name: string): readonly (readonly [string, string])[] => {
  const document = read(`specs/${name}.yaml`);
  return [
    [`tripact-${name}.openapi.yaml`, document],
    [`tripact-${name}.openapi.json`, printed(parse(document))],
    [`tripact-${name}.schema.json`, printed(schemaBundle(name))],
  ];
};

/** The schemas of the files that users write and read. */
const fileSchemas = (): readonly (readonly [string, string])[] =>
  globSync(["src/builtin/generated/*/*.schema.json", "api/*.schema.json"], { cwd: root })
    .toSorted()
    .map((path) => [`tripact-${basename(path)}`, read(path)]);

/** The release assets for programs in any language. */
export const releaseAssets = (): Assets => new Map([...interfaceNames.flatMap(assetsOf), ...fileSchemas()]);

const digest = (content: Buffer | string): string => createHash("sha256").update(content).digest("hex");

/** Lines for `sha256sum --check`. */
export const checksums = (folder: string, names: readonly string[]): string =>
  names
    .toSorted()
    .map((name) => `${digest(readFileSync(join(folder, name)))}  ${name}\n`)
    .join("");

/** Writes the assets into an existing folder; returns their names. */
export const writeAssets = (folder: string): readonly string[] => {
  const assets = releaseAssets();
  for (const [name, text] of assets) writeFileSync(join(folder, name), text);
  return [...assets.keys()];
};
