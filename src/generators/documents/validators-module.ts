import { Ajv2020, type Format } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { messageOf } from "../../core/model/error-code.ts";
import { isObject } from "../../core/model/json-object.ts";
import { schemaNameOf } from "../../documents/references.ts";
import { mapSchema, type Schema } from "../../documents/schemas/schema.ts";
import { ajvOptions } from "../../documents/schemas/ajv-options.ts";
import { textFormats } from "./text-formats.ts";

const root = "tripact://models";

/** What Ajv takes from its own runtime, in a few lines, so that the module needs no package. */
const runtime: Readonly<Record<string, string>> = {
  "ajv/dist/runtime/ucs2length": "(text) => [...text].length",
  "ajv/dist/runtime/equal": `function equal(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && equal(one[name], other[name]));
}`,
};

const isUsable = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
};

/** Without patterns that JavaScript does not take, and with references into one schema. */
const prepared = (schema: Schema, names: ReadonlyMap<string, string>): Schema => {
  if (!isObject(schema)) return schema;
  const inner = mapSchema(schema, "", (one) => prepared(one, names));
  const { $ref: reference, pattern, patternProperties, ...rest } = inner;
  const name = typeof reference === "string" ? names.get(schemaNameOf(reference) ?? "") : undefined;
  return {
    ...rest,
    ...(name === undefined ? {} : { $ref: `${root}#/$defs/${name}` }),
    ...(typeof pattern === "string" && isUsable(pattern) ? { pattern } : {}),
    ...(isObject(patternProperties) && Object.keys(patternProperties).every(isUsable)
      ? { patternProperties }
      : {}),
  };
};

const newAjv = (tracksEvaluated: boolean): Ajv2020 => {
  const ajv = new Ajv2020({
    ...ajvOptions,
    formats: Object.fromEntries<Format>(textFormats),
    code: { source: true, esm: true, lines: true },
  });
  // Tracking evaluated properties slows every validator down; only a few keywords need it.
  Object.assign(ajv.opts, { unevaluated: tracksEvaluated, dynamicRef: false });
  return ajv;
};

/** Turns Ajv's output into a module that needs nothing else. */
const selfContained = (code: string): string => {
  const body = code
    .replace(/^"use strict";\n?/, "")
    .replace(/^export const /gm, "const ")
    .replace(/require\("([^"]+)"\)(?:\.default)?/g, (whole, path: string) => runtime[path] ?? whole);
  if (body.includes("require(")) throw new Error("a require is left in the generated validators");
  return body.trim();
};

/**
 * A module that exports `validators`, a type guard for each model.
 * @returns its text, and the models whose validator allows every value, each with the reason
 */
export const validatorsModule = (
  models: ReadonlyMap<string, Schema>,
): { readonly text: string; readonly unchecked: ReadonlyMap<string, string> } => {
  const names = new Map([...models.keys()].map((name, index) => [name, `d${index}`]));
  const definitions = [...models].map(([name, schema]) => [names.get(name) ?? name, prepared(schema, names)]);
  const ajv = newAjv(JSON.stringify(definitions).includes('"unevaluated'));
  ajv.addSchema({ $id: root, $defs: Object.fromEntries(definitions) });
  const unchecked = new Map<string, string>();
  const exported: Record<string, string> = {};
  for (const [name, definition] of names)
    try {
      const id = `tripact://model/${definition}`;
      ajv.addSchema({ $id: id, $ref: `${root}#/$defs/${definition}` });
      ajv.getSchema(id);
      exported[`validate_${definition}`] = id;
    } catch (error) {
      unchecked.set(name, messageOf(error));
    }
  const rows = [...names].map(([name, definition]) => {
    const validate = unchecked.has(name) ? "() => true" : `validate_${definition}`;
    return `  ${JSON.stringify(name)}: ${validate},\n`;
  });
  const code = Object.keys(exported).length === 0 ? "" : standalone.default(ajv, exported);
  return {
    text: `${selfContained(code)}\n\nexport const validators = {\n${rows.join("")}};\n`,
    unchecked,
  };
};
