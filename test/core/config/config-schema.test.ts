import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defaultSafety } from "../../../src/core/config/config.ts";
import { schemaAt } from "../../../src/core/config/schema-at.ts";
import type { SchemaNode } from "../../../src/core/model/file-rules.ts";
import { generateFileSchema } from "../../../src/generators/generate.ts";
import { fullConfig } from "./full-config.ts";

const files = generateFileSchema(
  "config",
  readFileSync(new URL("../../../specs/config.schema.yaml", import.meta.url), "utf8"),
);
const published = JSON.parse(files.get("config/config.schema.json") ?? "") as SchemaNode & {
  readonly $id: string;
};

const everyPath = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] => [
  path,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => everyPath(inner, [...path, key]))
    : []),
];

test("the published schema has its name and describes every key", () => {
  expect(published.$id).toBe("urn:tripact:schema:config");
  const open =
    /scratch,(campaign|project|segment|\w*(Group|User|Project|Members)),|sampleConditions,\w+,\d+,value(s,|$)/;
  for (const path of everyPath(fullConfig)) {
    if (open.test(path.join(","))) continue;
    expect([path.join("."), schemaAt(published, path)?.description]).toEqual([
      path.join("."),
      expect.stringMatching(/\.$/),
    ]);
  }
});

test("its defaults are the ones that hold", () => {
  for (const [key, value] of Object.entries(defaultSafety))
    expect({ key, ...schemaAt(published, ["safety", key]) }).toMatchObject({ key, default: value });
});

test("its validator needs nothing at run time", () => {
  expect(files.get("config/config-validator.js")).not.toMatch(/\brequire\(|^import /m);
});

test("the committed files are up to date", () => {
  for (const [name, text] of files) {
    const committed = readFileSync(
      new URL(`../../../src/builtin/generated/${name}`, import.meta.url),
      "utf8",
    );
    expect(committed === text ? "" : `${name} is stale`).toBe("");
  }
});

test("a schema that is no YAML is refused with its line", () => {
  expect(() => generateFileSchema("any", "type: object\ntype: array\n")).toThrow(
    expect.objectContaining({ location: "specs/any.schema.yaml:2:1" }),
  );
});
