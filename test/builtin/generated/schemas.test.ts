import { readdirSync, readFileSync } from "node:fs";
import { arbitrariesOf } from "../../arbitraries/builtin-arbitraries.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelArbitrary } from "../../../src/arbitraries/model-arbitrary.ts";
import { formats } from "../../../src/core/formats/formats.ts";
import { interfaceNames, type BuiltinInterface } from "../../../src/builtin/interface-name.ts";
import { validateModel } from "../../../src/builtin/validation.ts";
import { tries } from "../../nightly.ts";

const folder = new URL("../../../src/builtin/generated/schemas/", import.meta.url);

const files = interfaceNames.flatMap((name) =>
  readdirSync(new URL(`${name}/`, folder)).map((file) => {
    const schema: unknown = JSON.parse(readFileSync(new URL(`${name}/${file}`, folder), "utf8"));
    const model = file.replace(".json", "");
    return { name, model, schema: schema as Readonly<Record<string, unknown>> }; // generated as objects
  }),
);

const arbitraryOf = (name: BuiltinInterface, model: string): ModelArbitrary | undefined =>
  arbitrariesOf[name].models.includes(model) ? arbitrariesOf[name].model(model) : undefined;

const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  strictTypes: false,
  allowUnionTypes: true,
  formats,
});

describe.for(files)("$name $model", ({ name, model, schema }) => {
  test("is named and complete in itself", () => {
    expect(schema["$id"]).toBe(`urn:tripact:schema:${name}:${model}`);
    expect(schema["$schema"]).toBe("https://json-schema.org/draft/2020-12/schema");
    const references = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference ?? "",
    );
    const known = new Set(["#", ...Object.keys(schema["$defs"] ?? {}).map((key) => `#/$defs/${key}`)]);
    expect(references.filter((reference) => !known.has(reference))).toEqual([]);
  });

  test("says the same as the compiled validator, of valid values, near misses and anything at all", () => {
    const validate = ajv.compile(schema);
    const arbitrary = arbitraryOf(name, model);
    if (arbitrary === undefined) throw new Error(`no arbitrary for ${model}`);
    const values = fc.oneof(
      arbitrary.valid,
      fc.jsonValue(),
      ...arbitrary.nearMisses.map((miss) => miss.arbitrary.map(({ value }) => value)),
    );
    fc.assert(
      fc.property(values, (value) => {
        expect(validateModel(name, model, value).length === 0).toBe(validate(value));
      }),
      tries(10, 100),
    );
  });
});
