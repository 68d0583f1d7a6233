import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../../scripts/package/entries.ts";
import { checksums, releaseAssets, writeAssets } from "../../scripts/release/assets.ts";
import { interfaceNames } from "../../src/builtin/interface-name.ts";
import { formats } from "../../src/core/formats/formats.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

const assets = releaseAssets();

interface Bundle {
  readonly $id: string;
  readonly $defs: Readonly<Record<string, object>>;
}

const jsonOf = (name: string): unknown => JSON.parse(assets.get(name) ?? "null");

test("the assets keep their names: others download them by these", () => {
  expect([...assets.keys()]).toEqual(
    expect.arrayContaining([
      ...interfaceNames.flatMap((name) =>
        ["openapi.yaml", "openapi.json", "schema.json"].map((ending) => `tripact-${name}.${ending}`),
      ),
      "tripact-config.schema.json",
      "tripact-fleet.schema.json",
      "tripact-usage.schema.json",
      "tripact-report.schema.json",
    ]),
  );
});

describe.for(interfaceNames)("of the %s interface", (name) => {
  const bundle = jsonOf(`tripact-${name}.schema.json`) as Bundle; // as the script writes it

  test("the OpenAPI document is the same as JSON and as YAML, and needs no other file", () => {
    const document = jsonOf(`tripact-${name}.openapi.json`);
    expect(document).toEqual(parse(assets.get(`tripact-${name}.openapi.yaml`) ?? ""));
    const references = JSON.stringify(document).match(/"\$ref":"[^"]*"/g) ?? [];
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((one) => !one.startsWith('"$ref":"#/'))).toEqual([]);
  });

  test("the schemas hold every model, and refer to nothing but each other", () => {
    const files = globSync("*.json", { cwd: join(root, "src/builtin/generated/schemas", name) });
    expect(Object.keys(bundle.$defs)).toEqual(files.map((file) => basename(file, ".json")).toSorted());
    const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, formats });
    ajv.addSchema(bundle);
    // Fails for a reference to nothing.
    for (const model of Object.keys(bundle.$defs)) ajv.compile({ $ref: `${bundle.$id}#/$defs/${model}` });
  });

  test("a definition says what the model's own schema says", () => {
    for (const [model, definition] of Object.entries(bundle.$defs)) {
      const path = join(root, "src/builtin/generated/schemas", name, `${model}.json`);
      const {
        $schema: _schema,
        $id: _id,
        $comment: _comment,
        $defs: _defs,
        ...own
      } = JSON.parse(readFileSync(path, "utf8").replaceAll('"$ref": "#"', `"$ref": "#/$defs/${model}"`));
      expect(definition).toEqual(own);
    }
  });
});

/** The commands of a guide that download and check a file, with another place to download from. */
const downloadFrom = (origin: string, guide: string): string => {
  const text = readFileSync(join(root, guide), "utf8");
  const [, commands = ""] =
    /^```sh title=\w+ tried-by=test\/release\/assets.*\n([\s\S]*?)^```$/m.exec(text) ?? [];
  return commands.replaceAll(/https:\S+(?=\/)/g, origin);
};

test.each([
  ["docs/guides/other-languages.md", "tripact-crm.schema.json"],
  ["docs/guides/installation.md", "tripact-linux-x64"],
])("what %s downloads agrees with the checksums; what has changed does not", (guide, file) => {
  const release = temporaryFolder({ "tripact-linux-x64": "executable" });
  const names = [...writeAssets(release), "tripact-linux-x64"];
  writeFileSync(join(release, "SHA256SUMS"), checksums(release, names));
  const download = (): string =>
    execFileSync("bash", ["-ec", downloadFrom(`file://${release}`, guide)], {
      cwd: temporaryFolder(),
      encoding: "utf8",
      stdio: "pipe",
    });
  expect(download()).toBe(`${file}: OK\n`);
  writeFileSync(join(release, file), "{}");
  expect(download).toThrow(/1 computed checksum did NOT match/);
});
